import {
  DASH,
  formatBytes,
  formatBytesPerSecond,
  formatCores,
  formatCount,
  formatPercent,
  formatValueOfTotal,
  percentOf,
} from '@gwanje/domain/formats/numbers';
import type { Figure } from '@gwanje/ui/figures';
import type { Translate } from '#core/i18n/i18n.ts';
import type { ClusterSummary } from './cluster-banners.tsx';

/** Explains use, requests and limits: the pods that wait for a node, and the virtual nodes that are left out. */
export function usageNote({ virtualNodeCnt, pods }: ClusterSummary, t: Translate): string {
  const leftOut = virtualNodeCnt > 0 ? [t('monitoring.withoutVirtual', { cnt: virtualNodeCnt })] : [];
  const waiting = pods.waiting > 0 ? [t('monitoring.waitingPods', { cnt: pods.waiting })] : [];
  return [...leftOut, ...waiting, t('monitoring.usageNote')].join(' · ');
}

/** The key figures of the cluster. */
export function clusterFigures(cluster: ClusterSummary, t: Translate): Figure[] {
  const { cpuCores, memBytes, pods, volume, fsBytes } = cluster;
  const cpuPct = percentOf(cpuCores.used, cpuCores.allocatable);
  const memPct = percentOf(memBytes.used, memBytes.allocatable);
  // A cluster that has not sent yet has no counts; zero would be wrong.
  const ifReceived = (text: string) => (cluster.dataAt === null ? DASH : text);
  return [
    {
      label: t('columns.node'),
      value: ifReceived(formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt)),
      note: t('monitoring.figure.ready'),
      isBad: cluster.nodeReadyCnt < cluster.nodeCnt,
    },
    {
      label: t('columns.pod'),
      value: ifReceived(formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt)),
      note: ifReceived(t('monitoring.figure.podRoom', { cnt: formatCount(pods.allocatable) })),
    },
    {
      label: t('monitoring.chart.cpuShare'),
      value: formatPercent(cpuPct),
      percent: cpuPct,
      note: formatCores(cpuCores.used),
    },
    {
      label: t('monitoring.chart.memShare'),
      value: formatPercent(memPct),
      percent: memPct,
      note: formatBytes(memBytes.used),
    },
    {
      label: t('columns.diskPct'),
      value: formatPercent(percentOf(fsBytes.used, fsBytes.capacity)),
      percent: percentOf(fsBytes.used, fsBytes.capacity),
      note: formatBytes(fsBytes.used),
    },
    {
      label: t('monitoring.figure.pv'),
      value: formatPercent(volume.utilizationPct),
      percent: volume.utilizationPct,
      note: ifReceived(t('monitoring.figure.pvNote', { cnt: volume.cnt, unbound: volume.unboundCnt })),
    },
    {
      label: t('columns.restarts'),
      value: ifReceived(formatCount(cluster.recentRestartCnt)),
      note: t('monitoring.figure.restartsNote'),
    },
    {
      label: t('monitoring.tabs.network'),
      value: formatBytesPerSecond(cluster.netRxBps),
      note: `${t('monitoring.metric.sent')} ${formatBytesPerSecond(cluster.netTxBps)}`,
    },
  ];
}
