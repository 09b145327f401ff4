import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { shortGroupTitle } from '@gwanje/domain/formats/text';
import type { Translate } from '#core/i18n/i18n.ts';

export type Checked = 'all' | 'some' | 'none';

export interface TreeRow {
  readonly key: string;
  readonly kind: 'meta' | 'sub';
  readonly level: 1 | 2;
  readonly metaGroupId: number;
  readonly name: string;
  readonly subGroupIds: readonly number[];
  readonly checked: Checked;
  /** Undefined for a sub group. */
  readonly isOpen: boolean | undefined;
}

interface TreeInput {
  readonly groups: readonly GroupNameEntry[];
  readonly selected: ReadonlySet<number>;
  readonly closedMetaIds: ReadonlySet<number>;
  readonly filter: string;
}

/** The visible rows of the tree. A search expands its matches; a matching meta group shows all its sub groups. */
export function treeRows({ groups, selected, closedMetaIds, filter }: TreeInput): TreeRow[] {
  const text = normal(filter);
  return groups.flatMap((group) => {
    const isMetaMatch = normal(group.metaGroupName).includes(text);
    const subs = group.subGroupNameList.filter(
      (sub) => isMetaMatch || normal(sub.subGroupName).includes(text),
    );
    if (subs.length === 0 && !isMetaMatch) return [];
    const isOpen = text !== '' || !closedMetaIds.has(group.metaGroupId);
    const subGroupIds = subs.map((sub) => sub.subGroupId);
    const { metaGroupId } = group;
    const rowOf = (kind: TreeRow['kind'], id: number, name: string, ids: readonly number[]): TreeRow => ({
      key: `${kind}-${id}`,
      kind,
      metaGroupId,
      name,
      subGroupIds: ids,
      checked: checkedOf(ids, selected),
      level: kind === 'meta' ? 1 : 2,
      isOpen: kind === 'meta' ? isOpen : undefined,
    });
    return [
      rowOf('meta', metaGroupId, group.metaGroupName, subGroupIds),
      ...(isOpen ? subs : []).map(({ subGroupId, subGroupName }) =>
        rowOf('sub', subGroupId, subGroupName, [subGroupId]),
      ),
    ];
  });
}

/** Selects all of the row's sub groups, or none if all are selected already. */
export function toggled(selected: ReadonlySet<number>, { subGroupIds, checked }: TreeRow): Set<number> {
  const next = new Set(selected);
  for (const id of subGroupIds) {
    if (checked === 'all') next.delete(id);
    else next.add(id);
  }
  return next;
}

/** The selection in the header: the first sub group with its meta group, and the number of others. */
export function selectionText(
  groups: readonly GroupNameEntry[],
  selectedIds: readonly number[],
  t: Translate,
): string {
  const subs = groups.flatMap(({ metaGroupName, subGroupNameList }) =>
    subGroupNameList.map((sub) => ({ ...sub, metaGroupName })),
  );
  const selected = new Set(selectedIds);
  const chosen = subs.filter((sub) => selected.has(sub.subGroupId));
  const [head] = chosen;
  if (!head) return t('header.groupsNone');
  if (chosen.length === subs.length) return t('header.groupsAll');
  const first = [head.metaGroupName, head.subGroupName].map(shortGroupTitle).join(' · ');
  return chosen.length === 1 ? first : t('header.groupsMore', { first, more: chosen.length - 1 });
}

function checkedOf(ids: readonly number[], selected: ReadonlySet<number>): Checked {
  const count = ids.filter((id) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}

function normal(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
