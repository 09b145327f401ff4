import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import {
  formatBytes,
  formatBytesPerSecond,
  formatCores,
  formatNumber,
  formatPercent,
  formatPercentLimit,
} from '@gwanje/domain/formats/numbers';
import { type MetricDomain, roundDomain } from '@gwanje/ui/tile-map/tile-class';
import type { Texts } from '#core/i18n/i18n.ts';
import { stateDisplayOf } from './state-display.ts';

export type FigureKind =
  | 'percent'
  | 'percentLimit'
  | 'cores'
  | 'bytes'
  | 'bytesPerSecond'
  | 'count'
  | 'state';

const figureKinds = {
  MON_RESULT: 'state',
  POD_PHASE: 'state',
  NODE_CONDITION: 'state',
  CONTAINER_STATE: 'state',
  CPU_USED_CORE: 'cores',
  MEM_USED_BYTES: 'bytes',
  BLOCK_IN: 'bytesPerSecond',
  BLOCK_OUT: 'bytesPerSecond',
  NET_RX: 'bytesPerSecond',
  NET_TX: 'bytesPerSecond',
  CPU_USED_LIMIT: 'percentLimit',
  MEM_USED_LIMIT: 'percentLimit',
  CPU_USED_ALLOCATABLE: 'percent',
  MEM_USED_ALLOCATABLE: 'percent',
  FILE_SYSTEM_USED: 'percent',
  PV_UTILIZATION: 'percent',
  PV_UNBOUND: 'count',
} as const satisfies Record<SortBy, FigureKind>;

export const figureFormats = {
  percent: formatPercent,
  percentLimit: formatPercentLimit,
  cores: formatCores,
  bytes: formatBytes,
  bytesPerSecond: formatBytesPerSecond,
  count: formatNumber,
} as const;

export function isPercent(sortBy: SortBy): boolean {
  return figureKinds[sortBy] === 'percent' || figureKinds[sortBy] === 'percentLimit';
}

/** An object's figure for the sort, in the formats of the specification. */
export function figureText(sortBy: SortBy, value: number | null, texts: Texts): string {
  const kind = figureKinds[sortBy];
  if (kind !== 'state') return figureFormats[kind](value);
  return value === null ? '-' : (stateDisplayOf(sortBy)?.name(value, texts) ?? '-');
}

/** The range of the scale: 100 for percentages, else the next round value in the unit of the figures. */
export function figureDomain(sortBy: SortBy, values: ArrayLike<number | null>): MetricDomain {
  if (isPercent(sortBy)) return { min: 0, max: 100 };
  return figureKinds[sortBy].startsWith('bytes') ? roundBytes(values) : roundDomain(values);
}

/** A short label for an end of the scale, such as '0' and '500 MB'. */
export function figureEndText(sortBy: SortBy, value: number): string {
  const kind = figureKinds[sortBy];
  if (kind === 'state' || kind === 'count') return formatNumber(value);
  return figureFormats[kind](value, { decimals: kind === 'cores' && value < 1 ? 2 : 0 });
}

const BYTE_STEP = 1024;
const ROUND_BYTES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1024];

function roundBytes(values: ArrayLike<number | null>): MetricDomain {
  let largest = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'number' && Number.isFinite(value) && value > largest) largest = value;
  }
  if (largest === 0) return { min: 0, max: 1 };
  const unit = BYTE_STEP ** Math.max(0, Math.floor(Math.log(largest) / Math.log(BYTE_STEP)));
  const factor = ROUND_BYTES.find((candidate) => candidate * unit >= largest) ?? BYTE_STEP;
  return { min: 0, max: factor * unit };
}
