export type UsageLevel = 'normal' | 'warning' | 'critical';

export const USAGE_WARNING_PCT = 80;
export const USAGE_CRITICAL_PCT = 90;

export function usageLevel(percent: number | null): UsageLevel {
  if (percent === null || percent < USAGE_WARNING_PCT) return 'normal';
  return percent < USAGE_CRITICAL_PCT ? 'warning' : 'critical';
}

/** The filled share of a bar, 0 to 1; a small usage stays visible. */
export function filledShare(percent: number | null): number {
  if (percent === null || !(percent > 0)) return 0;
  return Math.min(1, Math.max(percent / 100, 0.02));
}
