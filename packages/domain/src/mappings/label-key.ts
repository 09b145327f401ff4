/** The key of a value without a label. It is shown as '-' in every language. */
export const dashKey = 'dash';
export type DashKey = typeof dashKey;

/** The label key of a numeric code: `labelKey('userStatus', userStatuses, 2)` is `userStatus.suspended`. */
export function labelKey<Prefix extends string, Name extends string>(
  prefix: Prefix,
  codes: Readonly<Record<Name, number>>,
  code: number | null | undefined,
): `${Prefix}.${Name}` | DashKey {
  const found = Object.entries(codes).find(([, known]) => known === code);
  // The names are the keys of `codes`.
  return found ? `${prefix}.${found[0] as Name}` : dashKey;
}
