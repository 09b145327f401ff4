/** The short forms of kubectl, in its order. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

export function accessModesText(modes: readonly string[]): string {
  const known = [...SHORT].filter(([mode]) => modes.includes(mode)).map(([, short]) => short);
  const other = modes.filter((mode) => !SHORT.has(mode));
  return [...known, ...other].join(',');
}
