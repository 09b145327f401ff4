import { formatBytes, formatBytesLimit, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { NOT_SET } from '@gwanje/domain/formats/number';
import { formatPercent, formatPercentLimit, percentOf } from '@gwanje/domain/formats/percent';
import type { Figure } from '@gwanje/ui/figures';
import type { Translate } from '#core/i18n/i18n.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from './object-queries.ts';

/** Each resource in its few numbers, with the measure beside each. */
export function nodeFigures(tab: string, node: NodeInfo, t: Translate): Figure[] {
  const cpu: Figure = {
    label: t('columns.cpu'),
    value: formatCores(node.cpuUsedCores),
    note: `${t('monitoring.line.allocatable')} ${formatCores(node.cpuAllocatableCores)}`,
  };
  const cpuPct: Figure = {
    label: t('columns.cpuPct'),
    value: formatPercent(node.cpuUsedPct),
    percent: node.cpuUsedPct,
  };
  const mem: Figure = {
    label: t('columns.mem'),
    value: formatBytes(node.memUsedBytes),
    note: `${t('monitoring.line.allocatable')} ${formatBytes(node.memAllocatableBytes)}`,
  };
  const memPct: Figure = {
    label: t('columns.memPct'),
    value: formatPercent(node.memUsedPct),
    percent: node.memUsedPct,
  };
  const pods: Figure = {
    label: t('columns.podCnt'),
    value: formatValueOfTotal(node.podCnt, node.podCapacity),
    // A node made for one pod is never full.
    percent: node.podCapacity === 1 ? null : percentOf(node.podCnt, node.podCapacity),
  };
  const disk: Figure = {
    label: t('columns.disk'),
    value: formatBytes(node.fsUsedBytes),
    note: `${t('columns.capacity')} ${formatBytes(node.fsCapacityBytes)}`,
  };
  const diskPct: Figure = {
    label: t('columns.diskPct'),
    value: formatPercent(node.fsUsedPct),
    percent: node.fsUsedPct,
  };
  const inodes: Figure = {
    label: t('columns.inodesPct'),
    value: formatPercent(node.fsInodesUsedPct),
    percent: node.fsInodesUsedPct,
  };
  const rx: Figure = { label: t('columns.netRx'), value: formatBytesPerSecond(node.netRxBps) };
  const tx: Figure = { label: t('columns.netTx'), value: formatBytesPerSecond(node.netTxBps) };
  switch (tab) {
    case 'cpu':
      return [
        cpu,
        cpuPct,
        { label: t('columns.cpuRequest'), value: formatCores(node.cpuRequestCores) },
        { label: t('columns.cpuLimit'), value: formatCoresLimit(node.cpuLimitCores) },
        { label: t('columns.procCnt'), value: formatCount(node.procCnt) },
      ];
    case 'mem':
      return [
        mem,
        memPct,
        { label: t('columns.memRequest'), value: formatBytes(node.memRequestBytes) },
        { label: t('columns.memLimit'), value: formatBytesLimit(node.memLimitBytes) },
        pods,
      ];
    case 'disk':
      return [disk, diskPct, inodes, pods];
    case 'network':
      return [rx, tx, pods];
    default:
      return [cpuPct, memPct, diskPct, pods, rx, tx];
  }
}

export function podFigures(tab: string, pod: PodInfo, t: Translate): Figure[] {
  const restarts: Figure = {
    label: t('columns.restarts'),
    value: formatCount(pod.restartCnt),
    ...(pod.reason && { note: pod.reason }),
  };
  const ready: Figure = {
    label: t('columns.ready'),
    value: formatValueOfTotal(pod.readyCnt, pod.containerCnt),
    isBad: pod.phase === 'Running' && pod.readyCnt !== pod.containerCnt,
  };
  const rx: Figure = { label: t('columns.netRx'), value: formatBytesPerSecond(pod.netRxBps) };
  const tx: Figure = { label: t('columns.netTx'), value: formatBytesPerSecond(pod.netTxBps) };
  const cpu: Figure = {
    label: t('columns.cpu'),
    value: formatCores(pod.cpuUsedCores),
    note: `${t('monitoring.line.limit')} ${formatCoresLimit(pod.cpuLimitCores)}`,
  };
  const mem: Figure = {
    label: t('columns.mem'),
    value: formatBytes(pod.memUsedBytes),
    note: `${t('monitoring.line.limit')} ${formatBytesLimit(pod.memLimitBytes)}`,
  };
  switch (tab) {
    case 'cpu':
      return [
        cpu,
        limitShare(t('columns.cpuLimitPct'), pod.cpuUsedCores, pod.cpuLimitCores, formatCoresLimit),
        requestShare(t('columns.cpuRequestPct'), pod.cpuUsedCores, pod.cpuRequestCores, formatCoresLimit),
        { label: t('columns.procCnt'), value: formatCount(pod.procCnt) },
        restarts,
      ];
    case 'mem':
      return [
        mem,
        limitShare(t('columns.memLimitPct'), pod.memUsedBytes, pod.memLimitBytes, formatBytesLimit),
        requestShare(t('columns.memRequestPct'), pod.memUsedBytes, pod.memRequestBytes, formatBytesLimit),
        ready,
        restarts,
      ];
    case 'disk':
      return [{ label: t('columns.ephemeral'), value: formatBytes(pod.ephemeralUsedBytes) }, ready, restarts];
    case 'network':
      return [rx, tx, { label: t('columns.podIp'), value: pod.podIp ?? '-' }, restarts];
    default:
      return [ready, restarts, cpu, mem, rx, tx];
  }
}

export function containerFigures(tab: string, container: ContainerInfo, t: Translate): Figure[] {
  const restarts: Figure = {
    label: t('columns.restarts'),
    value: formatCount(container.restartCnt),
    ...(container.lastState?.reason && { note: container.lastState.reason }),
  };
  const cpu: Figure = {
    label: t('columns.cpu'),
    value: formatCores(container.cpuUsedCores),
    note: `${t('monitoring.line.limit')} ${formatCoresLimit(container.cpuLimitCores)}`,
  };
  const mem: Figure = {
    label: t('columns.mem'),
    value: formatBytes(container.memUsedBytes),
    note: `${t('monitoring.line.limit')} ${formatBytesLimit(container.memLimitBytes)}`,
  };
  const throttled: Figure = {
    label: t('columns.cpuThrottled'),
    value: formatPercent(container.cpuThrottledRatio === null ? null : container.cpuThrottledRatio * 100),
  };
  const cpuShare = limitShare(
    t('columns.cpuLimitPct'),
    container.cpuUsedCores,
    container.cpuLimitCores,
    formatCoresLimit,
  );
  const memShare = limitShare(
    t('columns.memLimitPct'),
    container.memUsedBytes,
    container.memLimitBytes,
    formatBytesLimit,
  );
  const blockIn: Figure = { label: t('columns.blockIn'), value: formatBytesPerSecond(container.blockInBps) };
  const blockOut: Figure = {
    label: t('columns.blockOut'),
    value: formatBytesPerSecond(container.blockOutBps),
  };
  switch (tab) {
    case 'cpu':
      return [cpu, cpuShare, throttled, restarts];
    case 'mem':
      return [
        mem,
        memShare,
        { label: t('columns.memRss'), value: formatBytes(container.memRssBytes) },
        { label: t('columns.memCache'), value: formatBytes(container.memCacheBytes) },
        restarts,
      ];
    case 'blockIO':
      return [
        blockIn,
        blockOut,
        { label: t('columns.rootfs'), value: formatBytes(container.rootfsUsedBytes) },
        { label: t('columns.logs'), value: formatBytes(container.logsUsedBytes) },
      ];
    default:
      return [cpu, cpuShare, mem, memShare, restarts];
  }
}

type Amount = number | null;
type Format = (amount: Amount) => string;

/** 'Not Set' where there is no limit. */
function limitShare(label: string, used: Amount, limit: Amount, format: Format): Figure {
  return { ...requestShare(label, used, limit, format), percent: percentOf(used, limit) };
}

/** More than was asked for is no fault: no colour. */
function requestShare(label: string, used: Amount, request: Amount, format: Format): Figure {
  const value = formatPercentLimit(percentOf(used, request));
  return { label, value, ...(value !== NOT_SET && { note: format(request) }) };
}
