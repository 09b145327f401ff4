export interface SortKey {
  readonly id: string;
  readonly descending: boolean;
}

/**
 * The order after a click on a column header: first direction, the other one, none. Adding keeps the other keys;
 * otherwise the column is the only key.
 */
export function nextSort(
  sort: readonly SortKey[],
  id: string,
  { isAdding, beginsDescending }: { readonly isAdding: boolean; readonly beginsDescending: boolean },
): SortKey[] {
  const present = sort.find((key) => key.id === id);
  const isAlone = sort.length === 1;
  // A key of several, clicked without Shift, becomes the only one and keeps its direction.
  if (present && !isAdding && !isAlone) return [present];
  if (!present) {
    const added = { id, descending: beginsDescending };
    return isAdding ? [...sort, added] : [added];
  }
  if (present.descending === beginsDescending)
    return sort.map((key) => (key === present ? { id, descending: !beginsDescending } : key));
  return sort.filter((key) => key !== present);
}
