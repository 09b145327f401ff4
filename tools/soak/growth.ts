/**
 * By how much the lowest of the last third lies above the highest of the first: what goes up and down again does not count,
 * what is kept does. The very first value is of something that has only just begun. 0 or less: nothing was kept.
 */
export function steadyGrowth(values: readonly number[]): number {
  const settled = values.slice(1);
  const third = Math.floor(settled.length / 3);
  if (third === 0) return 0;
  return Math.min(...settled.slice(-third)) - Math.max(...settled.slice(0, third));
}
