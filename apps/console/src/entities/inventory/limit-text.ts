import { formatBytesLimit, formatCoresLimit } from '@gwanje/domain/formats/numbers';
import type { Translate } from '#core/i18n/i18n.ts';

interface Limits {
  readonly cpuLimitCores: number | null;
  readonly memLimitBytes: number | null;
  /** Only pods have sums: of the limits that are set. */
  readonly cpuLimitSumCores?: number | null;
  readonly memLimitSumBytes?: number | null;
}

/** The limit of a pod or container, marked when only some containers of the pod have one. */
export function cpuLimitText({ cpuLimitCores, cpuLimitSumCores }: Limits, t: Translate): string {
  return limitText(cpuLimitCores, cpuLimitSumCores, formatCoresLimit, t);
}

export function memLimitText({ memLimitBytes, memLimitSumBytes }: Limits, t: Translate): string {
  return limitText(memLimitBytes, memLimitSumBytes, formatBytesLimit, t);
}

function limitText(
  limit: number | null,
  sum: number | null | undefined,
  format: (amount: number | null) => string,
  t: Translate,
): string {
  const isPartial = limit === -1 && typeof sum === 'number' && sum > 0;
  return isPartial ? t('columns.partLimit', { limit: format(sum) }) : format(limit);
}
