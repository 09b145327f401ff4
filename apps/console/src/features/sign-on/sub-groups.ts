import { useGroups } from '#core/groups/group-store.ts';

export interface SubGroupChoice {
  readonly value: string;
  readonly label: string;
}

/** Every sub group with its meta group, for a list of choices. */
export function useSubGroupChoices(): readonly SubGroupChoice[] {
  const groups = useGroups((state) => state.groupNameList);
  return groups.flatMap(({ metaGroupName, subGroupNameList }) =>
    subGroupNameList.map(({ subGroupId, subGroupName }) => ({
      value: String(subGroupId),
      label: `${metaGroupName} / ${subGroupName}`,
    })),
  );
}

/** The name of a sub group by its id. */
export function useSubGroupName(): (subGroupId: number | string) => string {
  const names = new Map(useSubGroupChoices().map(({ value, label }) => [value, label]));
  return (subGroupId) => names.get(String(subGroupId)) ?? `#${subGroupId}`;
}
