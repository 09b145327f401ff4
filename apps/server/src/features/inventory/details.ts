import { AppError } from '@gwanje/contract/definition/errors';
import { shownState } from '@gwanje/kinds/container/state';
import { NamespaceRecord } from '@gwanje/kinds/namespace/record';
import { NodeRecord } from '@gwanje/kinds/node/record';
import { PodRecord } from '@gwanje/kinds/pod/record';
import type { StateKind } from '@gwanje/kinds/registry';
import { WorkloadRecord } from '@gwanje/kinds/workload/record';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { deletedObject } from '../../history/deleted-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';
import {
  findClaims,
  findSeenObject,
  listChanges,
  listContainerChanges,
  listNamesakes,
  type SeenObject,
} from './inventory-repository.ts';

type DetailCall = Pick<Call, 'db' | 'user' | 'now'> & {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
};

/** The live state, or a separate state for a deleted object. */
async function stateWith(
  call: DetailCall,
  kind: Exclude<StateKind, 'volume' | 'claim'>,
  objectId: number,
): Promise<LiveState> {
  const { db, live, metricStore } = call;
  return live.has(kind, objectId) ? live : deletedObject(db, metricStore, kind, objectId);
}

function orGone<Row>(row: Row | null | undefined): Row {
  if (!row) throw new AppError('notFound');
  return row;
}

export async function nodeDetail(call: DetailCall, nodeId: number) {
  const { db, user, now } = call;
  const object = await findSeenObject(db, user, 'node', nodeId);
  const live = await stateWith(call, 'node', nodeId);
  const record = NodeRecord.parse(object.record);
  return {
    ...orGone(live.row('node', nodeId, now.getTime())),
    serverTime: now.toISOString(),
    uid: object.uid,
    providerId: record.providerId,
    osImage: record.osImage,
    kernelVersion: record.kernelVersion,
    containerRuntime: record.containerRuntime,
    architecture: record.architecture,
    labels: record.labels,
    taints: record.taints,
    conditions: record.conditions,
    podsByPhase: live.podsByPhase(nodeId),
    changeList: await listChanges(db, nodeId),
    sameNameNodeIdList: await listNamesakes(db, object),
  };
}

export async function podDetail(call: DetailCall, podId: number) {
  const { db, user, now } = call;
  const object = await findSeenObject(db, user, 'pod', podId);
  const live = await stateWith(call, 'pod', podId);
  const record = PodRecord.parse(object.record);
  return {
    ...orGone(live.row('pod', podId, now.getTime())),
    serverTime: now.toISOString(),
    uid: object.uid,
    reason: record.reason,
    message: record.message,
    isHostNetwork: record.isHostNetwork ?? false,
    labels: record.labels,
    conditions: record.conditions,
    containerList: live.containersOf(podId, now.getTime()),
    claimList: await claimsOf(call, object, record.claims),
    changeList: await listChanges(db, podId),
  };
}

export async function namespaceDetail(call: DetailCall, namespaceId: number) {
  const { db, user, now } = call;
  const object = await findSeenObject(db, user, 'namespace', namespaceId);
  const live = await stateWith(call, 'namespace', namespaceId);
  const { labels, quotas } = NamespaceRecord.parse(object.record);
  return {
    ...orGone(live.row('namespace', namespaceId, now.getTime())),
    serverTime: now.toISOString(),
    uid: object.uid,
    labels,
    quotaList: quotas,
    changeList: await listChanges(db, namespaceId),
  };
}

export async function workloadDetail(call: DetailCall, workloadId: number) {
  const { db, user, now } = call;
  const object = await findSeenObject(db, user, 'workload', workloadId);
  const live = await stateWith(call, 'workload', workloadId);
  return {
    ...orGone(live.row('workload', workloadId, now.getTime())),
    serverTime: now.toISOString(),
    uid: object.uid,
    labels: WorkloadRecord.parse(object.record).labels,
    changeList: await listChanges(db, workloadId),
  };
}

async function claimsOf({ db }: DetailCall, object: SeenObject, names: readonly string[]) {
  const ids = await findClaims(db, object, names);
  return names.map((name) => ({ name, pvcId: ids.get(name) ?? null }));
}

export async function containerDetail(call: DetailCall, containerId: number) {
  const { db, user, now } = call;
  const object = await findSeenObject(db, user, 'container', containerId);
  const podId = orGone(object.parentId);
  const live = await stateWith(call, 'pod', podId);
  const record = PodRecord.parse(object.record).containers.find(({ name }) => name === object.name);
  return {
    ...orGone(live.row('container', containerId, now.getTime())),
    serverTime: now.toISOString(),
    runtimeId: record?.containerId ?? null,
    stateMessage: record?.state?.message ?? null,
    lastState: record?.lastState ? formerState(record.lastState) : null,
    changeList: await listContainerChanges(db, podId, object.name),
  };
}

type FormerState = NonNullable<PodRecord['containers'][number]['lastState']>;

function formerState(state: FormerState) {
  const { reason, message, exitCode, startedAt, finishedAt } = state;
  return { state: shownState(state), reason, message, exitCode, startedAt, finishedAt };
}
