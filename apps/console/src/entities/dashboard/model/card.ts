import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import {
  formatBytes,
  formatBytesLimit,
  formatBytesPerSecond,
  formatCores,
  formatCoresLimit,
  formatCountOf,
  formatNumber,
  formatPercent,
  formatValueOfTotal,
} from '@gwanje/domain/formats/numbers';
import { sourceOf } from '@gwanje/kinds/registry';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import { childAppearance } from '#entities/inventory/child-state.ts';
import type { ContainerInfo, InfoOf, NodeInfo, PodInfo } from '#entities/inventory/info-queries.ts';
import { cpuLimitText, memLimitText } from '#entities/inventory/limit-text.ts';
import { dataAgeOf } from './cluster-lines.ts';

/** What the hover card of a tile shows below the name of the object. */
export interface Card {
  /** The cluster, then what identifies the object in it: pool, namespace, pod, node. */
  readonly place: readonly string[];
  readonly lines: readonly { readonly label: string; readonly value: string; readonly isWarning: boolean }[];
}

export interface CardContext extends Texts {
  /** The time since the response arrived. */
  readonly sinceAnswerMs: number;
}

export function podCard(pod: PodInfo, context: CardContext): Card {
  return cardOf(
    pod,
    context,
    [pod.clusterName, pod.namespace, pod.nodeName],
    [
      ['dashboard.cardState', pod.status],
      [
        'dashboard.cardCpu',
        usage(cores, pod.cpuUsedCores, cpuLimitText(pod, context.t), pod.cpuUsedLimitPct),
      ],
      [
        'dashboard.cardMemory',
        usage(bytes, pod.memUsedBytes, memLimitText(pod, context.t), pod.memUsedLimitPct),
      ],
      ['dashboard.cardNetwork', network(pod.netRxBps, pod.netTxBps, context)],
      ['dashboard.cardContainers', formatValueOfTotal(pod.readyCnt, pod.containerCnt)],
      ['dashboard.cardRestarts', formatNumber(pod.restartCnt)],
    ],
  );
}

export function nodeCard(node: NodeInfo, context: CardContext): Card {
  return cardOf(
    node,
    context,
    [node.clusterName, node.pool, node.instanceType],
    [
      ['dashboard.cardState', node.condition],
      ['dashboard.cardCpu', usage(cores, node.cpuUsedCores, node.cpuAllocatableCores, node.cpuUsedPct)],
      ['dashboard.cardMemory', usage(bytes, node.memUsedBytes, node.memAllocatableBytes, node.memUsedPct)],
      ['dashboard.cardDisk', usage(bytes, node.fsUsedBytes, node.fsCapacityBytes, node.fsUsedPct)],
      ['dashboard.cardNetwork', network(node.netRxBps, node.netTxBps, context)],
      ['dashboard.cardPods', formatValueOfTotal(node.podCnt, node.podCapacity)],
    ],
  );
}

export function containerCard(container: ContainerInfo, context: CardContext): Card {
  const { t } = context;
  const { clusterName, namespace, podName, nodeName, stateReason, ...used } = container;
  const state = t(`dashboard.${container.state}`);
  const read = t('dashboard.cardRead', { rate: formatBytesPerSecond(used.blockInBps) });
  const written = t('dashboard.cardWritten', { rate: formatBytesPerSecond(used.blockOutBps) });
  return cardOf(
    container,
    context,
    [clusterName, namespace, podName, nodeName],
    [
      ['dashboard.cardState', stateReason ? `${state} · ${stateReason}` : state],
      ['dashboard.cardCpu', usage(cores, used.cpuUsedCores, used.cpuLimitCores, used.cpuUsedLimitPct)],
      ['dashboard.cardMemory', usage(bytes, used.memUsedBytes, used.memLimitBytes, used.memUsedLimitPct)],
      ['dashboard.cardBlock', `${read} · ${written}`],
      ['dashboard.cardRestarts', formatNumber(used.restartCnt)],
    ],
  );
}

export function clusterCard(cluster: ClusterState, serverTime: string, context: CardContext): Card {
  const childState = childAppearance(cluster, context);
  const children: readonly Line[] = childState
    ? [['dashboard.childStates', childState.label, childState.colour === 'red']]
    : [];
  return cardOf(
    { dataAt: cluster.dataAt, serverTime },
    context,
    [],
    [
      ...children,
      ['dashboard.version', cluster.kubernetesVersion ?? '-'],
      ['dashboard.cardNodes', formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt)],
      ['dashboard.cardPods', formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt)],
      ['dashboard.cardContainers', formatNumber(cluster.containerCnt)],
      ['dashboard.systemPods', formatValueOfTotal(cluster.systemPodReadyCnt, cluster.systemPodCnt)],
    ],
  );
}

export function workloadCard(workload: InfoOf<'workload'>, context: CardContext): Card {
  const { desiredCnt, readyCnt } = workload;
  const replicas: readonly Line[] =
    desiredCnt === null
      ? []
      : [['dashboard.cardReady', formatValueOfTotal(readyCnt, desiredCnt), (readyCnt ?? 0) < desiredCnt]];
  return cardOf(
    workload,
    context,
    [workload.clusterName, workload.namespace],
    [['dashboard.kind', sourceOf(workload.type).kubernetesKind], ...replicas],
  );
}

export function namespaceCard(namespace: InfoOf<'namespace'>, context: CardContext): Card {
  const { quotaUsedPercent, quotaResource } = namespace;
  const quota: readonly Line[] =
    quotaUsedPercent === null
      ? []
      : [
          [
            'dashboard.cardQuota',
            [formatPercent(quotaUsedPercent), quotaResource].filter(Boolean).join(' · '),
            quotaUsedPercent >= 100,
          ],
        ];
  return cardOf(
    namespace,
    context,
    [namespace.clusterName],
    [
      ['dashboard.cardState', namespace.phase],
      ['dashboard.cardWorkloads', formatNumber(namespace.workloadCnt)],
      ['dashboard.cardPods', formatNumber(namespace.podCnt)],
      ...quota,
    ],
  );
}

type Line = readonly [label: PlainKey, value: string, isWarning?: boolean];

interface CardInfo {
  readonly alarmCnt?: number | null;
  readonly dataAt: string | null;
  readonly serverTime: string;
}

/** Adds the open alarms and the age of the data to the lines. */
function cardOf(
  { alarmCnt, dataAt, serverTime }: CardInfo,
  context: CardContext,
  place: readonly (string | null)[],
  lines: readonly Line[],
): Card {
  const alarms = alarmCnt ? formatCountOf('alarm', alarmCnt, context.language) : null;
  const age = dataAgeOf(dataAt, serverTime, context.sinceAnswerMs, context);
  const all: readonly Line[] = [
    ...lines,
    ...(alarms === null ? [] : [['dashboard.cardAlarms', alarms, true] as const]),
    ['dashboard.cardDataAge', age.text, age.state === 'stopped'],
  ];
  return {
    place: place.flatMap((part) => part || []),
    lines: all.map(([label, value, isWarning = false]) => ({ label: context.t(label), value, isWarning })),
  };
}

const cores = [formatCores, formatCoresLimit] as const;
const bytes = [formatBytes, formatBytesLimit] as const;

/** A limit of 0 is shown as 'Not Set'. */
function usage(
  [format, formatLimit]: typeof cores | typeof bytes,
  used: number | null,
  limit: number | string | null,
  pct: number | null,
): string {
  const bound = typeof limit === 'string' ? limit : formatLimit(limit, { isNegativePresentToZero: true });
  const text = `${format(used)} / ${bound}`;
  return pct === null || pct < 0 ? text : `${text} · ${formatPercent(pct)}`;
}

function network(rxBps: number | null, txBps: number | null, { t }: Texts): string {
  const received = t('dashboard.cardReceived', { rate: formatBytesPerSecond(rxBps) });
  return `${received} · ${t('dashboard.cardSent', { rate: formatBytesPerSecond(txBps) })}`;
}
