/** The group selection that the browser stores. 'all' includes groups that are granted later. */
export type StoredSelection = 'all' | readonly number[];

export interface AllowedGroup {
  readonly subGroupNameList: readonly { readonly subGroupId: number }[];
}

/** Every sub group of the group name list, in its order, without duplicates. */
export function allowedSubGroupIds(groupNameList: readonly AllowedGroup[]): number[] {
  return [...new Set(groupNameList.flatMap((group) => group.subGroupNameList.map((sub) => sub.subGroupId)))];
}

/**
 * The effective ids: the stored ids that are still allowed, or all allowed ids if none remain. Empty only for
 * a user without allowed groups. A client must never send an empty list, because it would not mean "all".
 */
export function resolveSelection(
  stored: StoredSelection | undefined,
  allowedIds: readonly number[],
): number[] {
  if (stored === undefined || stored === 'all') return [...allowedIds];
  const kept = new Set(stored);
  const remaining = allowedIds.filter((id) => kept.has(id));
  return remaining.length > 0 ? remaining : [...allowedIds];
}

/** The value to store for a selection. An empty selection is replaced by the allowed groups. */
export function selectionToStore(
  selectedIds: readonly number[],
  allowedIds: readonly number[],
): StoredSelection {
  const resolved = resolveSelection(selectedIds, allowedIds);
  return resolved.length === allowedIds.length ? 'all' : resolved;
}
