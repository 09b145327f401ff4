import { AppError } from '@gwanje/contract/definition/errors';
import { shownState } from '@gwanje/kinds/container/index';
import type { Kind } from '@gwanje/kinds/definition/kind';
import { PodRecord } from '@gwanje/kinds/pod/record';
import { type DetailKind, kinds, type StateKind } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { deletedObject } from '../../history/deleted-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';
import * as repository from './inventory-repository.ts';

type DetailCall = Pick<Call, 'db' | 'user' | 'now'> & {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
};

/** The live state, or a separate state for a deleted object. */
async function stateWith(call: DetailCall, kind: StateKind, objectId: number): Promise<LiveState> {
  const { db, live, metricStore } = call;
  return live.has(kind, objectId) ? live : deletedObject(db, metricStore, kind, objectId);
}

function requireFound<Row>(row: Row | null | undefined): Row {
  if (!row) throw new AppError('notFound');
  return row;
}

type RecordDetailKind = Exclude<DetailKind, 'container'>;

/** Parts of an info call that come from other objects. */
const otherParts: {
  readonly [Kind in RecordDetailKind]?: (
    call: DetailCall,
    object: repository.SeenObject,
    live: LiveState,
  ) => Promise<object>;
} = {
  node: async ({ db, now }, object, live) => ({
    statisticsGap: live.statisticsGap('node', object.objectId, now.getTime()),
    podsByPhase: live.podsByPhase(object.objectId),
    sameNameNodeIdList: await repository.listNamesakes(db, object),
  }),
  namespace: async ({ live, now }, { objectId }) => ({
    podAmounts: live.podAmounts('namespace', objectId, now.getTime()),
  }),
  workload: async ({ live, now }, { objectId }) => ({
    podAmounts: live.podAmounts('workload', objectId, now.getTime()),
  }),
  pod: async (call, object, live) => ({
    statisticsGap: live.statisticsGap('pod', object.objectId, call.now.getTime()),
    containerList: live.containersOf(object.objectId, call.now.getTime()),
    claimList: await claimsOf(call, object, PodRecord.parse(object.record).claims),
  }),
};

/** One object with its row, the details of its record and its changes. */
export async function objectDetail(call: DetailCall, kind: DetailKind, objectId: number): Promise<object> {
  if (kind === 'container') return containerDetail(call, objectId);
  const { db, user, now } = call;
  const object = await repository.findSeenObject(db, user, kind, objectId);
  const live = await stateWith(call, kind, objectId);
  const { record, detail }: Kind = kinds[kind];
  return {
    ...requireFound(live.row(kind, objectId, now.getTime())),
    serverTime: now.toISOString(),
    uid: object.uid,
    // A kind with details has a record.
    ...detail?.(record?.parse(object.record) as never),
    ...(await otherParts[kind]?.(call, object, live)),
    changeList: await repository.listChanges(db, objectId),
  };
}

async function claimsOf({ db }: DetailCall, object: repository.SeenObject, names: readonly string[]) {
  const ids = await repository.findClaims(db, object, names);
  return names.map((name) => ({ name, pvcId: ids.get(name) ?? null }));
}

async function containerDetail(call: DetailCall, containerId: number) {
  const { db, user, now } = call;
  const object = await repository.findSeenObject(db, user, 'container', containerId);
  const podId = requireFound(object.parentId);
  const live = await stateWith(call, 'pod', podId);
  const record = PodRecord.parse(object.record).containers.find(({ name }) => name === object.name);
  return {
    ...requireFound(live.row('container', containerId, now.getTime())),
    serverTime: now.toISOString(),
    statisticsGap: live.statisticsGap('container', containerId, now.getTime()),
    runtimeId: record?.containerId ?? null,
    stateMessage: record?.state?.message ?? null,
    lastState: record?.lastState ? formerState(record.lastState) : null,
    changeList: await repository.listContainerChanges(db, podId, object.name),
  };
}

type FormerState = NonNullable<PodRecord['containers'][number]['lastState']>;

function formerState(state: FormerState) {
  const { reason, message, exitCode, startedAt, finishedAt } = state;
  return { state: shownState(state), reason, message, exitCode, startedAt, finishedAt };
}
