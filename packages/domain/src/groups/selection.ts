/** What the browser keeps of the group selection: 'all' takes in groups that are granted later. */
export type StoredSelection = 'all' | readonly number[];

export interface AllowedGroup {
  readonly subGroupNameList: readonly { readonly subGroupId: number }[];
}

/** Every sub group of the group name list, in its order, each once. */
export function allowedSubGroupIds(groupNameList: readonly AllowedGroup[]): number[] {
  return [...new Set(groupNameList.flatMap((group) => group.subGroupNameList.map((sub) => sub.subGroupId)))];
}

/**
 * The ids in force: those stored that are still allowed, or all allowed if none remain. Empty only for a user who is
 * allowed nothing; an empty list must never be sent, since it would not mean "all".
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

/** What to keep of a selection that the user saves; an empty one is rebuilt from the allowed groups. */
export function selectionToStore(
  selectedIds: readonly number[],
  allowedIds: readonly number[],
): StoredSelection {
  const resolved = resolveSelection(selectedIds, allowedIds);
  return resolved.length === allowedIds.length ? 'all' : resolved;
}
