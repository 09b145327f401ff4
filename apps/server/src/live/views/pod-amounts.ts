import { sourceOf } from '@gwanje/kinds/registry';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';
import { type DerivedState, isHoldingResources } from '../tables/derived-state.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { eachOf } from './cluster-tally.ts';

/** Kinds that hold pods by name. */
export type PodHolder = 'namespace' | 'workload';

function noAmounts() {
  return { used: null as number | null, request: 0, waitingRequest: 0, limit: 0 };
}

/** Adds up the pods of a namespace or workload that have not ended. Null: the object does not exist. */
export function podAmounts(derived: DerivedState, kind: PodHolder, id: number) {
  const { tables, podSamples } = derived;
  const { pod, clusters } = tables;
  const table = tableOf(tables, kind);
  const holderSlot = table.slotOf(id);
  if (holderSlot === NO_SLOT || !table.isAlive(holderSlot)) return null;
  const cluster = clusters.at(table.cluster.at(holderSlot));
  if (cluster === undefined) return null;
  const isOwn = kind === 'namespace' ? inNamespace(tables, holderSlot) : ofWorkload(tables, holderSlot);
  const sums = { waitingPodCnt: 0, cpuCores: noAmounts(), memBytes: noAmounts() };
  const { state, metrics } = pod;
  eachOf(pod, cluster, (slot) => {
    if (!isOwn(slot) || !isHoldingResources(state.phase.at(slot))) return;
    const cpuRequestCores = Math.max(0, state.cpuRequestCores.at(slot));
    const memRequestBytes = Math.max(0, state.memRequestBytes.at(slot));
    if (state.nodeName.at(slot) === NO_TEXT) {
      sums.waitingPodCnt++;
      sums.cpuCores.waitingRequest += cpuRequestCores;
      sums.memBytes.waitingRequest += memRequestBytes;
      return;
    }
    sums.cpuCores.request += cpuRequestCores;
    sums.memBytes.request += memRequestBytes;
    sums.cpuCores.limit += Math.max(0, state.cpuLimitSumCores.at(slot));
    sums.memBytes.limit += Math.max(0, state.memLimitSumBytes.at(slot));
    if (derived.isOld(cluster.index, podSamples.at(slot)) === 1) return;
    addUsed(sums.cpuCores, metrics.cpuUsedCores.at(slot));
    addUsed(sums.memBytes, metrics.memUsedBytes.at(slot));
  });
  return sums;
}

function addUsed(amounts: { used: number | null }, value: number): void {
  if (!Number.isNaN(value)) amounts.used = (amounts.used ?? 0) + value;
}

type IsOwn = (podSlot: number) => boolean;

function inNamespace({ namespace, pod }: LiveTables, slot: number): IsOwn {
  const nameRef = namespace.state.name.at(slot);
  return (podSlot) => pod.state.namespace.at(podSlot) === nameRef;
}

function ofWorkload({ workload: { state }, pod, strings }: LiveTables, slot: number): IsOwn {
  const namespaceRef = state.namespace.at(slot);
  const type = workloadTypes[state.type.at(slot)] ?? 'deployment';
  // The agent reports a cron job as the owner of the pods of its jobs; the name of such a pod begins with its job.
  const isOfOwner = state.ownerName.at(slot) !== NO_TEXT;
  const kindRef = isOfOwner ? state.ownerKind.at(slot) : strings.find(sourceOf(type).kubernetesKind);
  const nameRef = isOfOwner ? state.ownerName.at(slot) : state.name.at(slot);
  const prefix = `${state.name.get(slot)}-`;
  const { namespace, ownerKind, ownerName, name } = pod.state;
  return (podSlot) =>
    ownerName.at(podSlot) === nameRef &&
    ownerKind.at(podSlot) === kindRef &&
    namespace.at(podSlot) === namespaceRef &&
    (!isOfOwner || name.get(podSlot).startsWith(prefix));
}
