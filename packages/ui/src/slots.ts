/** Keys keep their slots; new keys take the lowest free slots. */
export function assignSlots<Key>(
  keys: readonly Key[],
  before: ReadonlyMap<Key, number>,
): ReadonlyMap<Key, number> {
  const taken = new Set(keys.flatMap((key) => before.get(key) ?? []));
  let free = 0;
  return new Map(
    keys.map((key) => {
      const own = before.get(key);
      if (own !== undefined) return [key, own];
      while (taken.has(free)) free++;
      return [key, free++];
    }),
  );
}
