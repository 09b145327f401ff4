import {
  formatBytes,
  formatBytesLimit,
  formatBytesPerSecond,
  formatCores,
  formatCoresLimit,
  formatCount,
  formatPercent,
  formatPercentLimit,
  formatValueOfTotal,
  NOT_SET,
  percentOf,
} from '@gwanje/domain/formats/numbers';
import type { Figure } from '@gwanje/ui/figures';
import type { Translate } from '#core/i18n/i18n.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from '#entities/inventory/info-queries.ts';
import { cpuLimitText, memLimitText } from '#entities/inventory/limit-text.ts';

type Amount = number | null;
type Format = (amount: Amount) => string;

function share(label: string, percent: Amount): Figure {
  return { label, value: formatPercent(percent), percent };
}

/** 'Not Set' if there is no limit. */
function limitShare(label: string, used: Amount, limit: Amount, format: Format): Figure {
  return { ...requestShare(label, used, limit, format), percent: percentOf(used, limit) };
}

/** No colour: a pod may use more than it requested. */
function requestShare(label: string, used: Amount, request: Amount, format: Format): Figure {
  const value = formatPercentLimit(percentOf(used, request));
  return { label, value, ...(value !== NOT_SET && { note: format(request) }) };
}

function traffic({ netRxBps, netTxBps }: NodeInfo | PodInfo, t: Translate): Figure[] {
  return [
    { label: t('columns.netRx'), value: formatBytesPerSecond(netRxBps) },
    { label: t('columns.netTx'), value: formatBytesPerSecond(netTxBps) },
  ];
}

function noted(label: string, value: string, note: string | null | undefined): Figure {
  return { label, value, ...(note && { note }) };
}

/** Use, limit and percentages: the figures of both pods and containers. */
function usageFigures(info: PodInfo | ContainerInfo, t: Translate) {
  const { cpuUsedCores, cpuLimitCores, memUsedBytes, memLimitBytes } = info;
  const limit = t('monitoring.line.limit');
  return {
    cpu: noted(t('columns.cpu'), formatCores(cpuUsedCores), `${limit} ${cpuLimitText(info, t)}`),
    cpuShare: limitShare(t('columns.cpuLimitPct'), cpuUsedCores, cpuLimitCores, formatCoresLimit),
    mem: noted(t('columns.mem'), formatBytes(memUsedBytes), `${limit} ${memLimitText(info, t)}`),
    memShare: limitShare(t('columns.memLimitPct'), memUsedBytes, memLimitBytes, formatBytesLimit),
  };
}

export function nodeFigures(tab: string, node: NodeInfo, t: Translate): Figure[] {
  const { cpuUsedCores, cpuAllocatableCores, memUsedBytes, memAllocatableBytes, fsCapacityBytes } = node;
  const ofAllocatable = (amount: string) => `${t('monitoring.line.allocatable')} ${amount}`;
  const capacity = `${t('columns.capacity')} ${formatBytes(fsCapacityBytes)}`;
  const cpuPct = share(t('columns.cpuPct'), node.cpuUsedPct);
  const memPct = share(t('columns.memPct'), node.memUsedPct);
  const diskPct = share(t('columns.diskPct'), node.fsUsedPct);
  const pods: Figure = {
    label: t('columns.podCnt'),
    value: formatValueOfTotal(node.podCnt, node.podCapacity),
    // A virtual node holds one pod and is never full.
    percent: node.podCapacity === 1 ? null : percentOf(node.podCnt, node.podCapacity),
  };
  switch (tab) {
    case 'cpu':
      return [
        noted(t('columns.cpu'), formatCores(cpuUsedCores), ofAllocatable(formatCores(cpuAllocatableCores))),
        cpuPct,
        { label: t('columns.cpuRequest'), value: formatCores(node.cpuRequestCores) },
        { label: t('columns.cpuLimit'), value: formatCoresLimit(node.cpuLimitCores) },
        { label: t('columns.procCnt'), value: formatCount(node.procCnt) },
      ];
    case 'mem':
      return [
        noted(t('columns.mem'), formatBytes(memUsedBytes), ofAllocatable(formatBytes(memAllocatableBytes))),
        memPct,
        { label: t('columns.memRequest'), value: formatBytes(node.memRequestBytes) },
        { label: t('columns.memLimit'), value: formatBytesLimit(node.memLimitBytes) },
        pods,
      ];
    case 'disk':
      return [
        noted(t('columns.disk'), formatBytes(node.fsUsedBytes), capacity),
        diskPct,
        share(t('columns.inodesPct'), node.fsInodesUsedPct),
        pods,
      ];
    case 'network':
      return [...traffic(node, t), pods];
    default:
      return [cpuPct, memPct, diskPct, pods, ...traffic(node, t)];
  }
}

export function podFigures(tab: string, pod: PodInfo, t: Translate): Figure[] {
  const { cpu, cpuShare, mem, memShare } = usageFigures(pod, t);
  const restarts = noted(t('columns.restarts'), formatCount(pod.restartCnt), pod.reason);
  const ready: Figure = {
    label: t('columns.ready'),
    value: formatValueOfTotal(pod.readyCnt, pod.containerCnt),
    isBad: pod.phase === 'Running' && pod.readyCnt !== pod.containerCnt,
  };
  switch (tab) {
    case 'cpu':
      return [
        cpu,
        cpuShare,
        requestShare(t('columns.cpuRequestPct'), pod.cpuUsedCores, pod.cpuRequestCores, formatCoresLimit),
        { label: t('columns.procCnt'), value: formatCount(pod.procCnt) },
        restarts,
      ];
    case 'mem':
      return [
        mem,
        memShare,
        requestShare(t('columns.memRequestPct'), pod.memUsedBytes, pod.memRequestBytes, formatBytesLimit),
        ready,
        restarts,
      ];
    case 'disk':
      return [{ label: t('columns.ephemeral'), value: formatBytes(pod.ephemeralUsedBytes) }, ready, restarts];
    case 'network':
      return [...traffic(pod, t), { label: t('columns.podIp'), value: pod.podIp ?? '-' }, restarts];
    default:
      return [ready, restarts, cpu, mem, ...traffic(pod, t)];
  }
}

export function containerFigures(tab: string, container: ContainerInfo, t: Translate): Figure[] {
  const { cpu, cpuShare, mem, memShare } = usageFigures(container, t);
  const { cpuThrottledRatio, lastState } = container;
  const restarts = noted(t('columns.restarts'), formatCount(container.restartCnt), lastState?.reason);
  const throttledPct = cpuThrottledRatio === null ? null : cpuThrottledRatio * 100;
  switch (tab) {
    case 'cpu':
      return [
        cpu,
        cpuShare,
        { label: t('columns.cpuThrottled'), value: formatPercent(throttledPct) },
        restarts,
      ];
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
        { label: t('columns.blockIn'), value: formatBytesPerSecond(container.blockInBps) },
        { label: t('columns.blockOut'), value: formatBytesPerSecond(container.blockOutBps) },
        { label: t('columns.rootfs'), value: formatBytes(container.rootfsUsedBytes) },
        { label: t('columns.logs'), value: formatBytes(container.logsUsedBytes) },
      ];
    default:
      return [cpu, cpuShare, mem, memShare, restarts];
  }
}
