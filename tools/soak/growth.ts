/**
 * The difference between the lowest value of the last third and the highest of the first third: temporary
 * peaks do not count, leaks do. The first value is skipped, because the process has just started. 0 or less
 * means no growth.
 */
export function steadyGrowth(values: readonly number[]): number {
  const settled = values.slice(1);
  const third = Math.floor(settled.length / 3);
  if (third === 0) return 0;
  return Math.min(...settled.slice(-third)) - Math.max(...settled.slice(0, third));
}
