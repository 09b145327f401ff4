const QUANTITY = /^([+-]?)([0-9]+)?(?:\.([0-9]*))?([eE][+-]?[0-9]{1,4}|[KMGTPE]i|[numkMGTPE])?$/;

const BINARY: Readonly<Record<string, bigint>> = {
  Ki: 1024n,
  Mi: 1024n ** 2n,
  Gi: 1024n ** 3n,
  Ti: 1024n ** 4n,
  Pi: 1024n ** 5n,
  Ei: 1024n ** 6n,
};
const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const LONGEST = 64;

/** Converts a Kubernetes quantity to the nearest number. Returns null when the text is not a quantity. */
export function parseQuantity(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match = QUANTITY.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(whole + fraction) * (BINARY[suffix] ?? 1n);
  const shift = DECIMAL[suffix] ?? (/^[eE][+-]?[0-9]/.test(suffix) ? Number(suffix.slice(1)) : 0);
  // `Number` parses the decimal text, so the value is rounded only once.
  const value = Number(`${sign}${digits}e${shift - fraction.length}`);
  return Number.isFinite(value) ? value : null;
}

/** Returns -1 for an unset quantity. */
export function quantityOrUnset(text: string | null | undefined): number {
  if (text === null || text === undefined) return -1;
  const value = parseQuantity(text);
  return value === null || value < 0 ? -1 : value;
}
