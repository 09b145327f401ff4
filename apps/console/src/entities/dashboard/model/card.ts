import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatBytes, formatBytesLimit, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCountOf, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import type { getContainer } from '@gwanje/kinds/container/calls';
import type { getNode } from '@gwanje/kinds/node/calls';
import type { getPod } from '@gwanje/kinds/pod/calls';
import type { Texts } from '#core/i18n/texts.ts';
import { childAppearance } from '#entities/inventory/child-state.ts';
import { dataAgeOf } from './cluster-lines.ts';
import { containerStateName } from './state-sorts.ts';

export interface CardLine {
  readonly label: string;
  readonly value: string;
  readonly isWarning?: boolean;
}

/** The content of a tile's card below its name. */
export interface Card {
  /** The location of the object, outermost first. */
  readonly place: readonly string[];
  readonly lines: readonly CardLine[];
}

/** The fields of the answer that a card shows. */
export type PodFields = Pick<
  ResponseOf<typeof getPod>,
  | 'clusterName'
  | 'namespace'
  | 'nodeName'
  | 'status'
  | 'cpuUsedCores'
  | 'cpuLimitCores'
  | 'cpuUsedLimitPct'
  | 'memUsedBytes'
  | 'memLimitBytes'
  | 'memUsedLimitPct'
  | 'netRxBps'
  | 'netTxBps'
  | 'readyCnt'
  | 'containerCnt'
  | 'restartCnt'
  | 'alarmCnt'
  | 'dataAt'
  | 'serverTime'
>;
type NodeInfo = ResponseOf<typeof getNode>;
type ContainerInfo = ResponseOf<typeof getContainer>;

export interface Moment extends Texts {
  /** Time since the answer arrived. */
  readonly sinceAnswerMs: number;
}

export function podCard(pod: PodFields, moment: Moment): Card {
  const { t } = moment;
  return {
    place: placeOf(pod.clusterName, pod.namespace, pod.nodeName),
    lines: [
      { label: t('dashboard.cardState'), value: pod.status },
      { label: t('dashboard.cardCpu'), value: cpu(pod.cpuUsedCores, pod.cpuLimitCores, pod.cpuUsedLimitPct) },
      {
        label: t('dashboard.cardMemory'),
        value: memory(pod.memUsedBytes, pod.memLimitBytes, pod.memUsedLimitPct),
      },
      { label: t('dashboard.cardNetwork'), value: network(pod.netRxBps, pod.netTxBps, moment) },
      { label: t('dashboard.cardContainers'), value: formatValueOfTotal(pod.readyCnt, pod.containerCnt) },
      { label: t('dashboard.cardRestarts'), value: formatNumber(pod.restartCnt) },
      ...alarms(pod.alarmCnt, moment),
      age(pod.dataAt, pod.serverTime, moment),
    ],
  };
}

export function nodeCard(node: NodeInfo, moment: Moment): Card {
  const { t } = moment;
  return {
    place: placeOf(node.clusterName, node.pool, node.instanceType),
    lines: [
      { label: t('dashboard.cardState'), value: node.condition },
      {
        label: t('dashboard.cardCpu'),
        value: cpu(node.cpuUsedCores, node.cpuAllocatableCores, node.cpuUsedPct),
      },
      {
        label: t('dashboard.cardMemory'),
        value: memory(node.memUsedBytes, node.memAllocatableBytes, node.memUsedPct),
      },
      {
        label: t('dashboard.cardDisk'),
        value: memory(node.fsUsedBytes, node.fsCapacityBytes, node.fsUsedPct),
      },
      { label: t('dashboard.cardNetwork'), value: network(node.netRxBps, node.netTxBps, moment) },
      { label: t('dashboard.cardPods'), value: formatValueOfTotal(node.podCnt, node.podCapacity) },
      ...alarms(node.alarmCnt, moment),
      age(node.dataAt, node.serverTime, moment),
    ],
  };
}

export function containerCard(container: ContainerInfo, moment: Moment): Card {
  const { t } = moment;
  const state = containerStateName(container.state, moment);
  return {
    place: placeOf(container.clusterName, container.namespace, container.podName, container.nodeName),
    lines: [
      {
        label: t('dashboard.cardState'),
        value: container.stateReason ? `${state} · ${container.stateReason}` : state,
      },
      {
        label: t('dashboard.cardCpu'),
        value: cpu(container.cpuUsedCores, container.cpuLimitCores, container.cpuUsedLimitPct),
      },
      {
        label: t('dashboard.cardMemory'),
        value: memory(container.memUsedBytes, container.memLimitBytes, container.memUsedLimitPct),
      },
      {
        label: t('dashboard.cardBlock'),
        value: [
          t('dashboard.cardRead', { rate: formatBytesPerSecond(container.blockInBps) }),
          t('dashboard.cardWritten', { rate: formatBytesPerSecond(container.blockOutBps) }),
        ].join(' · '),
      },
      { label: t('dashboard.cardRestarts'), value: formatNumber(container.restartCnt) },
      age(container.dataAt, container.serverTime, moment),
    ],
  };
}

export function clusterCard(cluster: ClusterState, serverTime: string, moment: Moment): Card {
  const { t } = moment;
  const inside = childAppearance(cluster, moment);
  return {
    place: [],
    lines: [
      ...(inside
        ? [{ label: t('dashboard.childStates'), value: inside.label, isWarning: inside.colour === 'red' }]
        : []),
      { label: t('dashboard.version'), value: cluster.kubernetesVersion ?? '-' },
      { label: t('dashboard.cardNodes'), value: formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt) },
      { label: t('dashboard.cardPods'), value: formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt) },
      { label: t('dashboard.cardContainers'), value: formatNumber(cluster.containerCnt) },
      {
        label: t('dashboard.systemPods'),
        value: formatValueOfTotal(cluster.systemPodReadyCnt, cluster.systemPodCnt),
      },
      age(cluster.dataAt, serverTime, moment),
    ],
  };
}

function placeOf(...parts: readonly (string | null)[]): string[] {
  return parts.filter((part): part is string => part !== null && part !== '');
}

function cpu(used: number | null, bound: number | null, pct: number | null): string {
  return against(formatCores(used), formatCoresLimit(bound, NO_ZERO), pct);
}

function memory(used: number | null, bound: number | null, pct: number | null): string {
  return against(formatBytes(used), formatBytesLimit(bound, NO_ZERO), pct);
}

const NO_ZERO = { isNegativePresentToZero: true };

function against(used: string, bound: string, pct: number | null): string {
  return pct === null || pct < 0 ? `${used} / ${bound}` : `${used} / ${bound} · ${formatPercent(pct)}`;
}

function network(rxBps: number | null, txBps: number | null, { t }: Texts): string {
  return [
    t('dashboard.cardReceived', { rate: formatBytesPerSecond(rxBps) }),
    t('dashboard.cardSent', { rate: formatBytesPerSecond(txBps) }),
  ].join(' · ');
}

function alarms(cnt: number | null, { t, language }: Texts): CardLine[] {
  if (!cnt) return [];
  return [
    { label: t('dashboard.cardAlarms'), value: formatCountOf('alarm', cnt, language), isWarning: true },
  ];
}

function age(dataAt: string | null, serverTime: string, moment: Moment): CardLine {
  const { state, text } = dataAgeOf(dataAt, serverTime, moment.sinceAnswerMs, moment);
  return { label: moment.t('dashboard.cardDataAge'), value: text, isWarning: state === 'stopped' };
}
