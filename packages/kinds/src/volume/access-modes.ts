/** The short forms of kubectl: RWO, ROX, RWX, RWOP. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

export function accessModesText(modes: readonly string[]): string {
  return modes.map((mode) => SHORT.get(mode) ?? mode).join(',');
}
