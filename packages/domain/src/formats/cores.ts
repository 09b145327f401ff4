import {
  DASH,
  DEFAULT_DECIMALS,
  formatFinite,
  formatFixed,
  formatLimit,
  type LimitOptions,
  NOT_SET,
  type NumberOptions,
  type NumberValue,
} from './number.ts';

/** Largest unit first. `shift` is the power of ten from cores. */
const coreUnits = [
  { unit: 'cores', atLeast: 1, shift: 0 },
  { unit: 'mCores', atLeast: 1e-3, shift: 3 },
  { unit: 'μCores', atLeast: 1e-6, shift: 6 },
  { unit: 'nCores', atLeast: 1e-9, shift: 9 },
  { unit: 'pCores', atLeast: 0, shift: 12 },
] as const;

/** 0.4121 → '412.10 mCores'; -1 → 'Not Set'; '-' for other negative and for not finite values. */
export function formatCores(cores: NumberValue, options: NumberOptions = {}): string {
  return formatFinite('cores', cores, (value) => {
    if (value === -1) return NOT_SET;
    return value < 0 ? DASH : withUnit(value, options);
  });
}

/** A limit or request in cores: 'Not Set' for every negative value. */
export function formatCoresLimit(cores: NumberValue, options: LimitOptions = {}): string {
  return formatLimit('coresLimit', cores, options, (value) => withUnit(value, options));
}

function withUnit(cores: number, options: NumberOptions): string {
  const decimals = options.decimals ?? DEFAULT_DECIMALS;
  if (cores === 0) return `${formatFixed(0, decimals)} cores`;
  const full = formatFixed(1000, decimals);
  let larger: (typeof coreUnits)[number] | undefined;
  for (const step of coreUnits) {
    if (cores >= step.atLeast) {
      const text = formatFixed(cores, decimals, step.shift);
      // 0.999999 is '1.00 cores', never '1,000.00 mCores'.
      return larger && text === full ? `${formatFixed(1, decimals)} ${larger.unit}` : `${text} ${step.unit}`;
    }
    larger = step;
  }
  throw new RangeError(`${cores} has no unit`);
}
