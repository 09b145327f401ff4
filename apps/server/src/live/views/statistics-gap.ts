import type { StatisticsGap } from '@gwanje/contract/objects/object-calls';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import type { z } from 'zod';
import { NO_SLOT } from '../columns/table.ts';
import { activeAgents, type Cluster } from '../tables/clusters.ts';
import { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';

/** The kinds whose statistics a kubelet sends. */
export type KubeletKind = 'node' | 'pod' | 'container';

type Gap = z.input<typeof StatisticsGap>;

/**
 * Since when an object has no statistics although it should, and why. Null: it has some, needs none, or its
 * whole cluster is silent, which explains it.
 */
export function statisticsGap(tables: LiveTables, kind: KubeletKind, id: number, nowMs: number): Gap | null {
  const table = tables[kind];
  const slot = table.slotOf(id);
  const cluster = tables.clusters.at(table.cluster.get(slot));
  if (slot === NO_SLOT || !cluster || !table.isAlive(slot) || !isRunning(tables, kind, slot)) return null;
  const derived = new DerivedState(tables, nowMs);
  if (derived.isOld(cluster.index, Number.NaN) === 1) return null;
  const sinceMs = sinceOf(tables, kind, slot, nowMs);
  // A new object on a node without statistics lacks them from its first minute.
  const sampleAtMs = sampleTimesOf(tables, kind).at(slot);
  const isNodeSilent = !Number.isNaN(sampleAtMs) && derived.isOld(cluster.index, sampleAtMs) === 1;
  if (!isNodeSilent && derived.isOld(cluster.index, sinceMs) === 0) return null;
  const nodeSlot = nodeSlotOf(tables, kind, slot);
  return { since: new Date(sinceMs).toISOString(), ...reasonOf(tables, cluster, nodeSlot, derived) };
}

/**
 * The last statistics; without any, when the object was first seen or last started. A restart of a container
 * forgets its last statistics. A node's clock may be ahead.
 */
function sinceOf(tables: LiveTables, kind: KubeletKind, slot: number, nowMs: number): number {
  const { dataAtMs, firstSeenAtMs } = tables[kind];
  if (!Number.isNaN(dataAtMs.at(slot))) return dataAtMs.at(slot);
  const startedAtMs = kind === 'node' ? Number.NaN : tables[kind].state.startedAtMs.at(slot);
  const firstMs = firstSeenAtMs.at(slot);
  return Number.isNaN(startedAtMs) ? firstMs : Math.min(Math.max(firstMs, startedAtMs), nowMs);
}

function isRunning({ pod, container }: LiveTables, kind: KubeletKind, slot: number): boolean {
  if (kind === 'pod') return pod.state.phase.get(slot) === 'Running';
  return kind === 'node' || container.state.state.get(slot) === 'running';
}

function nodeSlotOf({ pod, container }: LiveTables, kind: KubeletKind, slot: number): number {
  if (kind === 'node') return slot;
  return pod.nodeSlot.at(kind === 'pod' ? slot : container.podSlot.at(slot));
}

function reasonOf(
  { node }: LiveTables,
  cluster: Cluster,
  nodeSlot: number,
  derived: DerivedState,
): Omit<Gap, 'since'> {
  if (nodeSlot === NO_SLOT) return { reason: 'nodeAgentMissing', detail: null };
  if (
    derived.isOld(cluster.index, node.dataAtMs.at(nodeSlot)) === 0 &&
    !Number.isNaN(node.dataAtMs.at(nodeSlot))
  )
    return { reason: 'notReported', detail: null };
  if (!isReadyCondition(node.state.condition.get(nodeSlot))) return { reason: 'nodeNotReady', detail: null };
  const name = node.state.name.get(nodeSlot);
  const problems = activeAgents(cluster).flatMap(({ problemList }) => problemList);
  // The detail of a problem with a node begins with the name of the node.
  const own = problems.find(({ detail }) => detail === name || detail.startsWith(`${name}: `));
  if (own) return { reason: own.problem, detail: own.detail === name ? null : own.detail };
  if (node.state.isVirtual.get(nodeSlot)) return { reason: 'nodeWithoutStatistics', detail: null };
  const ofApi = problems.find(({ problem }) => problem.startsWith('api'));
  return ofApi
    ? { reason: ofApi.problem, detail: ofApi.detail }
    : { reason: 'nodeAgentMissing', detail: null };
}
