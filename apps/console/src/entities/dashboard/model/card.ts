import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { formatBytes, formatBytesLimit, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCountOf, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import { childAppearance } from '#entities/inventory/child-state.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from '#entities/inventory/info-queries.ts';
import { dataAgeOf } from './cluster-lines.ts';

export interface CardLine {
  readonly label: string;
  readonly value: string;
  readonly isWarning?: boolean;
}

/** What the hover card of a tile shows below the name of the object. */
export interface Card {
  /** The cluster, then what identifies the object in it: pool, namespace, pod, node. */
  readonly place: readonly string[];
  readonly lines: readonly CardLine[];
}

export interface CardContext extends Texts {
  /** The time since the response arrived. */
  readonly sinceAnswerMs: number;
}

export function podCard(pod: PodInfo, context: CardContext): Card {
  return {
    place: placeOf(pod.clusterName, pod.namespace, pod.nodeName),
    lines: [
      ...linesOf(context, [
        ['dashboard.cardState', pod.status],
        ['dashboard.cardCpu', formatCoresUsage(pod.cpuUsedCores, pod.cpuLimitCores, pod.cpuUsedLimitPct)],
        ['dashboard.cardMemory', formatBytesUsage(pod.memUsedBytes, pod.memLimitBytes, pod.memUsedLimitPct)],
        ['dashboard.cardNetwork', network(pod.netRxBps, pod.netTxBps, context)],
        ['dashboard.cardContainers', formatValueOfTotal(pod.readyCnt, pod.containerCnt)],
        ['dashboard.cardRestarts', formatNumber(pod.restartCnt)],
      ]),
      ...alarms(pod.alarmCnt, context),
      age(pod.dataAt, pod.serverTime, context),
    ],
  };
}

export function nodeCard(node: NodeInfo, context: CardContext): Card {
  return {
    place: placeOf(node.clusterName, node.pool, node.instanceType),
    lines: [
      ...linesOf(context, [
        ['dashboard.cardState', node.condition],
        ['dashboard.cardCpu', formatCoresUsage(node.cpuUsedCores, node.cpuAllocatableCores, node.cpuUsedPct)],
        [
          'dashboard.cardMemory',
          formatBytesUsage(node.memUsedBytes, node.memAllocatableBytes, node.memUsedPct),
        ],
        ['dashboard.cardDisk', formatBytesUsage(node.fsUsedBytes, node.fsCapacityBytes, node.fsUsedPct)],
        ['dashboard.cardNetwork', network(node.netRxBps, node.netTxBps, context)],
        ['dashboard.cardPods', formatValueOfTotal(node.podCnt, node.podCapacity)],
      ]),
      ...alarms(node.alarmCnt, context),
      age(node.dataAt, node.serverTime, context),
    ],
  };
}

export function containerCard(container: ContainerInfo, context: CardContext): Card {
  const { t } = context;
  const { stateReason, cpuUsedCores, cpuLimitCores, cpuUsedLimitPct, blockInBps, blockOutBps } = container;
  const state = t(`dashboard.${container.state}`);
  const read = t('dashboard.cardRead', { rate: formatBytesPerSecond(blockInBps) });
  const written = t('dashboard.cardWritten', { rate: formatBytesPerSecond(blockOutBps) });
  return {
    place: placeOf(container.clusterName, container.namespace, container.podName, container.nodeName),
    lines: [
      ...linesOf(context, [
        ['dashboard.cardState', stateReason ? `${state} · ${stateReason}` : state],
        ['dashboard.cardCpu', formatCoresUsage(cpuUsedCores, cpuLimitCores, cpuUsedLimitPct)],
        [
          'dashboard.cardMemory',
          formatBytesUsage(container.memUsedBytes, container.memLimitBytes, container.memUsedLimitPct),
        ],
        ['dashboard.cardBlock', `${read} · ${written}`],
        ['dashboard.cardRestarts', formatNumber(container.restartCnt)],
      ]),
      age(container.dataAt, container.serverTime, context),
    ],
  };
}

export function clusterCard(cluster: ClusterState, serverTime: string, context: CardContext): Card {
  const childState = childAppearance(cluster, context);
  return {
    place: [],
    lines: [
      ...(childState
        ? [
            {
              label: context.t('dashboard.childStates'),
              value: childState.label,
              isWarning: childState.colour === 'red',
            },
          ]
        : []),
      ...linesOf(context, [
        ['dashboard.version', cluster.kubernetesVersion ?? '-'],
        ['dashboard.cardNodes', formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt)],
        ['dashboard.cardPods', formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt)],
        ['dashboard.cardContainers', formatNumber(cluster.containerCnt)],
        ['dashboard.systemPods', formatValueOfTotal(cluster.systemPodReadyCnt, cluster.systemPodCnt)],
      ]),
      age(cluster.dataAt, serverTime, context),
    ],
  };
}

function linesOf({ t }: Texts, lines: readonly (readonly [label: PlainKey, value: string])[]): CardLine[] {
  return lines.map(([label, value]) => ({ label: t(label), value }));
}

function placeOf(...parts: readonly (string | null)[]): string[] {
  return parts.filter((part): part is string => part !== null && part !== '');
}

function formatCoresUsage(used: number | null, limit: number | null, pct: number | null): string {
  return usageText(formatCores(used), formatCoresLimit(limit, ZERO_IS_NOT_SET), pct);
}

function formatBytesUsage(used: number | null, limit: number | null, pct: number | null): string {
  return usageText(formatBytes(used), formatBytesLimit(limit, ZERO_IS_NOT_SET), pct);
}

/** A limit of 0 is shown as 'Not Set'. */
const ZERO_IS_NOT_SET = { isNegativePresentToZero: true };

function usageText(used: string, limit: string, pct: number | null): string {
  return pct === null || pct < 0 ? `${used} / ${limit}` : `${used} / ${limit} · ${formatPercent(pct)}`;
}

function network(rxBps: number | null, txBps: number | null, { t }: Texts): string {
  const received = t('dashboard.cardReceived', { rate: formatBytesPerSecond(rxBps) });
  return `${received} · ${t('dashboard.cardSent', { rate: formatBytesPerSecond(txBps) })}`;
}

function alarms(cnt: number | null, { t, language }: Texts): CardLine[] {
  if (!cnt) return [];
  return [
    { label: t('dashboard.cardAlarms'), value: formatCountOf('alarm', cnt, language), isWarning: true },
  ];
}

function age(dataAt: string | null, serverTime: string, context: CardContext): CardLine {
  const { state, text } = dataAgeOf(dataAt, serverTime, context.sinceAnswerMs, context);
  return { label: context.t('dashboard.cardDataAge'), value: text, isWarning: state === 'stopped' };
}
