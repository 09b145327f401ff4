import type { Quantity } from '../define-list.ts';

interface FilterUnit {
  readonly label: string;
  /** The factor to the unit of the API. */
  readonly factor: number;
}

const STEP = 1024;

/** The first unit is the default. */
export const filterUnits: Readonly<Record<Quantity, readonly [FilterUnit, ...FilterUnit[]]>> = {
  cores: [
    { label: 'mCores', factor: 0.001 },
    { label: 'cores', factor: 1 },
  ],
  bytes: [
    { label: 'MB', factor: STEP ** 2 },
    { label: 'GB', factor: STEP ** 3 },
    { label: 'TB', factor: STEP ** 4 },
    { label: 'KB', factor: STEP },
    { label: 'B', factor: 1 },
  ],
  bytesPerSecond: [
    { label: 'KBps', factor: STEP },
    { label: 'MBps', factor: STEP ** 2 },
    { label: 'GBps', factor: STEP ** 3 },
    { label: 'Bps', factor: 1 },
  ],
  percent: [{ label: '%', factor: 1 }],
  count: [{ label: '', factor: 1 }],
  days: [{ label: '', factor: 1 }],
  perSecond: [{ label: '', factor: 1 }],
};

/** The largest unit in which all values are at least one; the default if there are no values. */
export function unitFor(quantity: Quantity, values: readonly (number | undefined)[]): FilterUnit {
  const units = filterUnits[quantity];
  const given = values.flatMap((value) => value || []);
  if (given.length === 0) return units[0];
  const bySize = units.toSorted((a, b) => b.factor - a.factor);
  const fitting = bySize.find(({ factor }) => given.every((value) => Math.abs(value) >= factor));
  return fitting ?? bySize.at(-1) ?? units[0];
}

/** The typed number in the unit of the API; undefined if it is not a number. */
export function typedNumber(text: string, factor: number): number | undefined {
  const plain = text.trim().replaceAll(',', '');
  const value = plain === '' ? Number.NaN : Number(plain);
  if (!Number.isFinite(value)) return undefined;
  // 0.1 × 1000 must not become 100.00000000000001 in an address.
  const exact = Number((value * factor).toPrecision(15));
  return Number.isFinite(exact) ? exact : undefined;
}

export function shownNumber(value: number | undefined, factor: number): string {
  return value === undefined ? '' : String(Number((value / factor).toPrecision(12)));
}
