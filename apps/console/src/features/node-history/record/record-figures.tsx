import { formatBytes, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent, percentOf } from '@gwanje/domain/formats/percent';
import { Figures } from '@gwanje/ui/figures';
import { useT } from '#core/i18n/i18n.ts';
import type { HistoryRecord } from './record.ts';

/** The figures of the node itself during the record. */
export function RecordFigures({ record }: { readonly record: HistoryRecord }) {
  const t = useT();
  const maximum = (value: string) => t('nodeHistory.maximum', { value });
  const share = (value: number | null, of: number | null) =>
    of === null || value === null ? '' : `${formatPercent(percentOf(value, of))} · `;
  const figures = [
    [t('nodeHistory.podCnt'), formatNumber(record.podCnt), ''],
    [t('nodeHistory.alarmCnt'), formatNumber(record.alarmCnt), ''],
    [
      t('nodeHistory.cpuAvg'),
      formatCores(record.cpuAvgCores),
      share(record.cpuAvgCores, record.cpuAllocatableCores) + maximum(formatCores(record.cpuMaxCores)),
    ],
    [
      t('nodeHistory.memAvg'),
      formatBytes(record.memAvgBytes),
      share(record.memAvgBytes, record.memAllocatableBytes) + maximum(formatBytes(record.memMaxBytes)),
    ],
    [t('nodeHistory.diskAvg'), formatBytes(record.fsAvgBytes), maximum(formatBytes(record.fsMaxBytes))],
    [
      t('nodeHistory.rxAvg'),
      formatBytesPerSecond(record.netRxAvgBps),
      maximum(formatBytesPerSecond(record.netRxMaxBps)),
    ],
    [
      t('nodeHistory.txAvg'),
      formatBytesPerSecond(record.netTxAvgBps),
      maximum(formatBytesPerSecond(record.netTxMaxBps)),
    ],
    [t('columns.kubeletVersion'), record.kubeletVersion, ''],
  ] as const;
  return <Figures list={figures.map(([label, value, note]) => ({ label, value, note }))} />;
}
