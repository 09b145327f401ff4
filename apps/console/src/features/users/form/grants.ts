import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import type { getUser } from '@gwanje/contract/users/users';

export type GrantedGroup = ResponseOf<typeof getUser>['grantList'][number];

export interface GrantLink {
  readonly metaGroupId: MetaGroupId;
  readonly subGroupId: SubGroupId;
}

/** The chosen sub groups with their meta groups; deleted sub groups are left out. */
export function grantLinks(
  groups: readonly GroupNameEntry[],
  subGroupIds: ReadonlySet<number>,
): readonly GrantLink[] {
  return groups.flatMap(({ metaGroupId, subGroupNameList }) =>
    subGroupNameList
      .filter(({ subGroupId }) => subGroupIds.has(subGroupId))
      .map(({ subGroupId }) => ({ metaGroupId, subGroupId })),
  );
}

export interface GrantChanges {
  readonly granted: readonly GrantLink[];
  readonly revoked: readonly GrantLink[];
}

/** Changes in groups that the actor manages; memberships in other groups stay. */
export function grantChanges(
  managed: readonly GroupNameEntry[],
  present: readonly GrantedGroup[],
  subGroupIds: ReadonlySet<number>,
): GrantChanges {
  const presentIds = new Set<number>(present.map(({ subGroupId }) => subGroupId));
  return {
    granted: grantLinks(managed, subGroupIds).filter(({ subGroupId }) => !presentIds.has(subGroupId)),
    revoked: grantLinks(managed, presentIds).filter(({ subGroupId }) => !subGroupIds.has(subGroupId)),
  };
}

export function hasGrantChanges({ granted, revoked }: GrantChanges): boolean {
  return granted.length > 0 || revoked.length > 0;
}

export interface GrantNode {
  readonly metaGroupId: MetaGroupId;
  readonly metaGroupName: string;
  /** The actor may grant and revoke here. */
  readonly isManaged: boolean;
  readonly subGroups: readonly { readonly subGroupId: SubGroupId; readonly subGroupName: string }[];
}

/** The picker's groups. A matching meta group lists all its sub groups, any other only matching ones. */
export function grantTree(
  managed: readonly GroupNameEntry[],
  present: readonly GrantedGroup[],
  search: string,
): readonly GrantNode[] {
  const searchText = search.trim().normalize('NFC').toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(searchText);
  const own = managed.map(({ subGroupNameList, ...group }) => ({
    ...group,
    isManaged: true,
    subGroups: subGroupNameList,
  }));
  return [...own, ...fixedNodes(managed, present)].flatMap((node): GrantNode[] => {
    const subGroups = matches(node.metaGroupName)
      ? node.subGroups
      : node.subGroups.filter(({ subGroupName }) => matches(subGroupName));
    return subGroups.length === 0 ? [] : [{ ...node, subGroups }];
  });
}

/** Memberships that the actor sees but may not remove. */
function fixedNodes(managed: readonly GroupNameEntry[], present: readonly GrantedGroup[]): GrantNode[] {
  const managedIds = new Set(managed.map(({ metaGroupId }) => metaGroupId));
  const fixed = present.filter(({ metaGroupId }) => !managedIds.has(metaGroupId));
  return [...Map.groupBy(fixed, ({ metaGroupId }) => metaGroupId)].map(([metaGroupId, subGroups]) => ({
    metaGroupId,
    metaGroupName: subGroups[0]?.metaGroupName ?? '',
    isManaged: false,
    subGroups,
  }));
}
