export const SESSION_RECHECK_MS = 5 * 60_000;
export const GROUP_CHANGE_DEBOUNCE_MS = 500;

/** Choices of the refresh control; 0 is off. */
export const refreshIntervalsMs = [0, 10_000, 30_000, 60_000] as const;
export type RefreshIntervalMs = (typeof refreshIntervalsMs)[number];
export const DEFAULT_REFRESH_INTERVAL_MS: RefreshIntervalMs = 30_000;
