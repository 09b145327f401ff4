import type { PodState } from '@gwanje/kinds/pod/index';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';
import type { PodLife } from '../list-types.ts';
import type { Cluster } from './clusters.ts';
import { readState, writeState } from './kind-tables.ts';
import type { LiveTables } from './live-tables.ts';
import { clearFiguresOfEnded } from './samples.ts';

/** Writes a pod and its containers. Removes containers that the pod no longer has. */
export function putPod(
  tables: LiveTables,
  cluster: Cluster,
  id: number,
  state: PodState,
  containerIds: readonly number[],
  life: PodLife,
): void {
  const { pod } = tables;
  const { containers, ...own } = state;
  const slot = pod.place(id, cluster.index, life);
  writeState(pod.state, slot, own);
  clearFiguresOfEnded(tables, 'pod', slot);
  pod.nodeId.set(slot, life.nodeId ?? 0);
  placeOnNode(tables, slot);
  putContainers(tables, cluster, slot, containers, containerIds, life);
}

export function podStateAt(tables: LiveTables, slot: number): PodState {
  const { pod, container } = tables;
  const containers: PodState['containers'] = [];
  for (let at = pod.firstContainer.get(slot); at !== NO_SLOT; at = container.nextOfPod.get(at)) {
    containers.push(readState(container.state, at));
  }
  return { ...readState(pod.state, slot), containers };
}

export function removePod(tables: LiveTables, slot: number): void {
  const { pod, container } = tables;
  let at = pod.firstContainer.get(slot);
  while (at !== NO_SLOT) {
    const next = container.nextOfPod.get(at);
    container.remove(at);
    at = next;
  }
  pod.remove(slot);
}

function putContainers(
  tables: LiveTables,
  cluster: Cluster,
  podSlot: number,
  states: PodState['containers'],
  containerIds: readonly number[],
  life: PodLife,
): void {
  const { pod, container } = tables;
  const former = new Set<number>();
  for (let at = pod.firstContainer.get(podSlot); at !== NO_SLOT; at = container.nextOfPod.get(at))
    former.add(at);

  let previous = NO_SLOT;
  const placed = new Set<number>();
  for (const [index, state] of states.entries()) {
    const id = containerIds[index];
    if (id === undefined || placed.has(id)) continue;
    placed.add(id);
    const known = container.slotOf(id);
    noteRestarts(cluster, state, known === NO_SLOT ? null : container.state.restartCnt.get(known), life);
    const slot = container.place(id, cluster.index, life);
    former.delete(slot);
    writeState(container.state, slot, state);
    clearFiguresOfEnded(tables, 'container', slot);
    container.podSlot.set(slot, podSlot);
    container.nextOfPod.clear(slot);
    if (previous === NO_SLOT) pod.firstContainer.set(podSlot, slot);
    else container.nextOfPod.set(previous, slot);
    previous = slot;
  }
  if (previous === NO_SLOT) pod.firstContainer.clear(podSlot);
  for (const slot of former) container.remove(slot);
}

/** For a container seen for the first time, only its last start is known. */
function noteRestarts(
  { restarts }: Cluster,
  { restartCnt, startedAtMs }: PodState['containers'][number],
  before: number | null,
  life: PodLife,
): void {
  const cnt = before === null ? Math.min(1, restartCnt) : restartCnt - before;
  if (cnt <= 0 || (before === null && startedAtMs === null)) return;
  restarts.add(Math.min(startedAtMs ?? life.lastSeenAtMs, life.lastSeenAtMs), cnt);
}

/** Finds the node by id, or by name when the id is not known. */
function placeOnNode(tables: LiveTables, slot: number): void {
  const { node, pod } = tables;
  const nodeId = pod.nodeId.get(slot);
  const nodeSlot =
    nodeId === 0
      ? nodeSlotByName(tables, pod.cluster.get(slot), pod.state.nodeName.at(slot))
      : node.slotOf(nodeId);
  pod.nodeSlot.set(slot, nodeSlot);
  if (nodeSlot !== NO_SLOT) pod.nodeId.set(slot, node.ids.get(nodeSlot));
}

export function nodeSlotByName({ node }: LiveTables, cluster: number, nameRef: number): number {
  return nameRef === NO_TEXT ? NO_SLOT : node.slotByName(cluster, nameRef);
}

/** A node was added: pods that arrived before it are linked to it. */
export function adoptPods({ node, pod }: LiveTables, nodeSlot: number): void {
  const id = node.ids.get(nodeSlot);
  const nameRef = node.state.name.at(nodeSlot);
  const cluster = node.cluster.get(nodeSlot);
  for (let slot = pod.first(cluster); slot !== NO_SLOT; slot = pod.next(slot)) {
    if (pod.nodeSlot.get(slot) !== NO_SLOT) continue;
    const nodeId = pod.nodeId.get(slot);
    if (nodeId !== id && (nodeId !== 0 || pod.state.nodeName.at(slot) !== nameRef)) continue;
    pod.nodeSlot.set(slot, nodeSlot);
    pod.nodeId.set(slot, id);
  }
}

/** A node is about to be removed. Its pods keep its id and name. */
export function orphanPods({ node, pod }: LiveTables, nodeSlot: number): void {
  const cluster = node.cluster.get(nodeSlot);
  for (let slot = pod.first(cluster); slot !== NO_SLOT; slot = pod.next(slot)) {
    if (pod.nodeSlot.get(slot) === nodeSlot) pod.nodeSlot.clear(slot);
  }
  node.unindex(nodeSlot);
}
