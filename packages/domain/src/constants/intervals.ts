export const SESSION_RECHECK_MS = 5 * 60_000;
export const GROUP_CHANGE_DEBOUNCE_MS = 500;

export const refreshChoices = ['off', '10s', '30s', '1m'] as const;
export type RefreshChoice = (typeof refreshChoices)[number];
export const DEFAULT_REFRESH: RefreshChoice = '30s';

/** Null: only manually. */
export const refreshIntervalsMs: Readonly<Record<RefreshChoice, number | null>> = {
  off: null,
  '10s': 10_000,
  '30s': 30_000,
  '1m': 60_000,
};
