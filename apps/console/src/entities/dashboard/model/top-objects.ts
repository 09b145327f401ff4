/**
 * Indexes of the first objects in sort order, across all groups. Equal values keep the order of the response. A
 * state's value is its index in a table that begins with the worst state.
 */
export function topIndexes(
  values: ArrayLike<number>,
  { isState, cnt }: { readonly isState: boolean; readonly cnt: number },
): number[] {
  const keyAt = (index: number): number => {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) return Number.POSITIVE_INFINITY;
    return isState ? value : -value;
  };
  const top: number[] = [];
  let worstKey = Number.POSITIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    const key = keyAt(index);
    if (top.length >= cnt && key >= worstKey) continue;
    let place = top.length;
    while (place > 0 && keyAt(top[place - 1] ?? 0) > key) place--;
    top.splice(place, 0, index);
    if (top.length > cnt) top.pop();
    worstKey = keyAt(top.at(-1) ?? 0);
  }
  return top;
}
