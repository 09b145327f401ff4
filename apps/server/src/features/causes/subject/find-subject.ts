import type { Db } from '@gwanje/backend/database/schema';
import { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { CauseKind } from '@gwanje/kinds/calls/causes';
import { recordKindsOf, sourceOf, stateKindOf } from '@gwanje/kinds/registry';
import type { LiveState } from '../../../live/live-state.ts';
import type { Subject } from './subject.ts';
import {
  countFailingWorkloads,
  findAlarm,
  findIdsByName,
  findNodesOfDeletedPods,
  findObject,
  findWorkloadsOnNode,
} from './subject-repository.ts';

const HOUR_MS = 3_600_000;
/** A change that caused an alarm may be reported a little later than the alarm. */
const LATE_MS = 60_000;

export interface SubjectSources {
  readonly db: Db;
  readonly live: LiveState;
}

type AlarmRow = NonNullable<Awaited<ReturnType<typeof findAlarm>>>;
type ObjectRow = NonNullable<Awaited<ReturnType<typeof findObject>>>;
interface Range {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export async function subjectOfAlarm(sources: SubjectSources, alarmId: number): Promise<Subject | null> {
  const alarm = await findAlarm(sources.db, alarmId);
  if (!alarm) return null;
  const atMs = alarm.occurredAt.getTime();
  const range = { atMs, fromMs: atMs - HOUR_MS, toMs: atMs + LATE_MS };
  const object = alarm.objectId === null ? undefined : await findObject(sources.db, alarm.objectId);
  const itemKey = AlarmItemKey.safeParse(alarm.itemKey).data ?? null;
  if (!object) return await withRelations(sources, { ...ownOf(alarm), itemKey, ...range }, noObject(alarm));
  // The alarm knows the node and the owner of its time. A pending pod may have got a place since.
  const then = {
    ...object,
    nodeId: itemKey === 'pod.pending' ? alarm.nodeId : (alarm.nodeId ?? object.nodeId),
    ownerKind: alarm.ownerKind ?? object.ownerKind,
    ownerName: alarm.ownerName ?? object.ownerName,
  };
  return await withRelations(sources, { ...partsOf(object), itemKey, ...range }, then);
}

function ownOf({ hostId, target, objectName, namespace }: AlarmRow) {
  const kind = CauseKind.safeParse(target).data ?? null;
  return { hostId, kind, objectId: null, name: objectName, namespace };
}

/** The subject of an alarm whose object is not collected: its relations are those in the alarm. */
function noObject(alarm: AlarmRow): ObjectRow {
  return {
    objectId: 0,
    hostId: alarm.hostId,
    kind: alarm.target,
    name: alarm.objectName,
    namespace: alarm.namespace,
    nodeId: alarm.nodeId,
    ownerKind: alarm.ownerKind,
    ownerName: alarm.ownerName,
    volumeName: null,
    claims: null,
    claimName: null,
    claimNamespace: null,
  };
}

/** `id`: the object, or the hostId of a cluster. */
export async function subjectOfObject(
  sources: SubjectSources,
  object: { readonly kind: CauseKind; readonly id: number },
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<Subject | null> {
  const times = { ...range, atMs: range.toMs };
  if (object.kind === 'cluster') {
    const cluster = { hostId: object.id, kind: object.kind, objectId: null, name: '', namespace: null };
    return clusterSubject({ ...cluster, itemKey: null, ...times });
  }
  const row = await findObject(sources.db, object.id);
  return row ? await withRelations(sources, { ...partsOf(row), itemKey: null, ...times }, row) : null;
}

function partsOf({ hostId, kind, objectId, name, namespace }: ObjectRow) {
  // What is in a namespace is related to it.
  const within = stateKindOf(kind) === 'namespace' ? name : namespace;
  return { hostId, kind: stateKindOf(kind), objectId, name, namespace: within };
}

type Base = Pick<Subject, 'hostId' | 'kind' | 'objectId' | 'name' | 'namespace' | 'itemKey'> & Range;

function clusterSubject(base: Base): Subject {
  const none = new Set<number>();
  return {
    ...base,
    ownerName: null,
    selfIds: none,
    ownerIds: none,
    nodeIds: none,
    neighbourIds: none,
    claimIds: [],
    isUnplaced: false,
    isSharedOnNode: false,
  };
}

async function withRelations(sources: SubjectSources, base: Base, row: ObjectRow): Promise<Subject> {
  if (base.kind === 'cluster') return clusterSubject(base);
  const { db } = sources;
  const { hostId, namespace } = base;
  const range = { from: new Date(base.fromMs), to: new Date(base.toMs) };
  const byName = (records: readonly string[], names: readonly string[], inNamespace: string | null) =>
    findIdsByName(db, { hostId, records, names, namespace: inNamespace, ...range });
  const owners =
    row.ownerName === null ? [] : await byName(recordsOfOwner(row.ownerKind), [row.ownerName], namespace);
  const claimIds = await byName(recordKindsOf('claim'), row.claims ?? [], namespace);
  const volumes =
    row.volumeName === null ? [] : await byName(recordKindsOf('volume'), [row.volumeName], null);
  const claims =
    row.claimName === null ? [] : await byName(recordKindsOf('claim'), [row.claimName], row.claimNamespace);
  return {
    ...base,
    ownerName: row.ownerName,
    selfIds: new Set(base.objectId === null ? [] : [base.objectId]),
    ownerIds: new Set([...owners, ...claimIds, ...volumes, ...claims]),
    nodeIds: new Set(await nodesOf(sources, base, row, range.from)),
    neighbourIds: new Set(base.kind === 'node' ? await findWorkloadsOnNode(db, base.objectId, range) : []),
    claimIds,
    isUnplaced: base.kind === 'pod' && row.nodeId === null,
    isSharedOnNode: base.kind === 'pod' && (await isSharedOnNode(db, base, row.nodeId)),
  };
}

/** Fewer workloads fail together by chance. */
const MIN_SHARING = 3;
const SHARING_MS = 15 * 60_000;

async function isSharedOnNode(
  db: Db,
  { hostId, itemKey, atMs, toMs }: Base,
  nodeId: number | null,
): Promise<boolean> {
  if (itemKey === null || nodeId === null) return false;
  const range = { from: new Date(atMs - SHARING_MS), to: new Date(toMs) };
  const { onNodeCnt, elsewhereCnt } = await countFailingWorkloads(db, { hostId, itemKey, nodeId, ...range });
  return onNodeCnt >= MIN_SHARING && onNodeCnt > elsewhereCnt;
}

const MAX_PODS = 200;

async function nodesOf(
  { db, live }: SubjectSources,
  base: Base,
  row: ObjectRow,
  from: Date,
): Promise<number[]> {
  if (base.kind === 'node') return base.objectId === null ? [] : [base.objectId];
  if (base.kind !== 'workload') return row.nodeId === null ? [] : [row.nodeId];
  const { hostId, namespace, name } = base;
  const { list } = live.list('pod', {
    hostIds: new Set([hostId]),
    filter: { ...(namespace === null ? {} : { namespace: [namespace] }), ownerName: [name] },
    pageNo: 1,
    pageCnt: MAX_PODS,
    nowMs: base.toMs,
  });
  const placed = list.flatMap(({ nodeId }) => nodeId ?? []);
  return [...placed, ...(await findNodesOfDeletedPods(db, { hostId, namespace, ownerName: name }, from))];
}

/** The record kind that an owner reference of a pod names. */
function recordsOfOwner(ownerKind: string | null): readonly string[] {
  return recordKindsOf('workload').filter(
    (record) => ownerKind === null || sourceOf(record).kubernetesKind === ownerKind,
  );
}
