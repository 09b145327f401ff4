import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import type { KnownObject, KnownPod } from '../state/object-registry.ts';
import { isPod } from '../state/object-registry.ts';
import type {
  ChangeWrite,
  ContainerWrite,
  ObjectWrite,
  PendingWrites,
  SpanWrite,
} from '../state/pending-writes.ts';

/** Large listings take several statements, and other connections write in between. */
const ROWS_PER_STATEMENT = 250;

export async function writePending(db: Db, all: readonly PendingWrites[]): Promise<void> {
  const rowsOf = <Row>(rows: (pending: PendingWrites) => Iterable<Row>) =>
    all.flatMap((one) => [...rows(one)]);
  for (const rows of chunks(rowsOf(({ objects }) => objects.values()))) await writeObjects(db, rows);
  for (const rows of chunks(rowsOf(({ containers }) => containers.values()))) await writeContainers(db, rows);
  const lifetimes = [
    ...rowsOf(({ lifetimes }) => lifetimes.values()).map(lifetimeOf),
    ...rowsOf(({ containerLifetimes }) => containerLifetimes.values()).flatMap(containerLifetimesOf),
  ];
  for (const rows of chunks(lifetimes)) await writeLifetimes(db, rows);
  for (const rows of chunks(rowsOf(({ changes }) => changes))) await writeChanges(db, rows);
  for (const rows of chunks(rowsOf(({ spans }) => spans.values()))) await writeSpans(db, rows);
}

function* chunks<Row>(rows: readonly Row[]): Iterable<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
}

async function writeObjects(db: Db, rows: readonly ObjectWrite[]): Promise<void> {
  const objects = rows.map((row) => row.object);
  await sql`
    insert into object (object_id, host_id, kind, uid, name, namespace, node_id, placed_at, created_at, first_seen_at,
      last_seen_at, deleted_at, kubelet_uid, containers, record, record_hash, state)
    select object_id, host_id, kind, uid, name, namespace, node_id, to_timestamp(placed / 1000),
      to_timestamp(created / 1000), to_timestamp(first_seen / 1000), to_timestamp(last_seen / 1000),
      to_timestamp(deleted / 1000), kubelet_uid, containers::json, record::json, record_hash, state::json
    from unnest(
      ${objects.map(({ id }) => id)}::int[],
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${objects.map(({ kind }) => kind)}::text[],
      ${objects.map(({ uid }) => uid)}::text[],
      ${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ namespace }) => namespace)}::text[],
      ${objects.map(nodeIdOf)}::int[],
      ${objects.map(placedMsOf)}::float8[],
      ${objects.map(({ createdMs }) => createdMs)}::float8[],
      ${objects.map(({ firstSeenMs }) => firstSeenMs)}::float8[],
      ${objects.map(({ lastSeenMs }) => lastSeenMs)}::float8[],
      ${objects.map(({ deletedMs }) => deletedMs)}::float8[],
      ${objects.map((object) => (isPod(object) ? object.kubeletUid : null))}::text[],
      ${objects.map(containersText)}::text[],
      ${rows.map(({ record }) => record)}::text[],
      ${objects.map(({ recordHash }) => recordHash)}::int[],
      ${rows.map(({ state }) => state)}::text[]
    ) as t (object_id, host_id, kind, uid, name, namespace, node_id, placed, created, first_seen, last_seen, deleted,
      kubelet_uid, containers, record, record_hash, state)
    on conflict (object_id) do update set
      node_id = excluded.node_id, placed_at = excluded.placed_at, last_seen_at = excluded.last_seen_at,
      deleted_at = excluded.deleted_at, kubelet_uid = excluded.kubelet_uid,
      containers = excluded.containers, record = excluded.record,
      record_hash = excluded.record_hash, state = excluded.state`.execute(db);
}

async function writeContainers(db: Db, rows: readonly ContainerWrite[]): Promise<void> {
  await sql`
    insert into object (object_id, host_id, kind, uid, name, namespace, parent_id, first_seen_at, last_seen_at, deleted_at)
    select object_id, host_id, 'container', uid, name, namespace, parent_id, to_timestamp(first_seen / 1000),
      to_timestamp(last_seen / 1000), to_timestamp(deleted / 1000)
    from unnest(
      ${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${rows.map(({ pod, name }) => `${pod.uid}/${name}`)}::text[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ pod }) => pod.namespace)}::text[],
      ${rows.map(({ pod }) => pod.id)}::int[],
      ${rows.map(({ firstSeenMs }) => firstSeenMs)}::float8[],
      ${rows.map(({ pod }) => pod.lastSeenMs)}::float8[],
      ${rows.map(({ pod }) => pod.deletedMs)}::float8[]
    ) as t (object_id, host_id, uid, name, namespace, parent_id, first_seen, last_seen, deleted)
    on conflict (object_id) do nothing`.execute(db);
}

interface Lifetime {
  readonly id: number;
  readonly object: KnownObject;
  readonly nodeId: number | null;
  readonly placedMs: number | null;
}

function lifetimeOf(object: KnownObject): Lifetime {
  return { id: object.id, object, nodeId: nodeIdOf(object), placedMs: placedMsOf(object) };
}

/** Containers get the times of their pod when it is deleted and when it exists again. */
function containerLifetimesOf(pod: KnownPod): Lifetime[] {
  return pod.containers.map(({ id }) => ({ id, object: pod, nodeId: null, placedMs: null }));
}

/**
 * Updates by object id: without statistics, PostgreSQL would read the whole table for a condition on the
 * parent.
 */
async function writeLifetimes(db: Db, rows: readonly Lifetime[]): Promise<void> {
  await sql`
    update object set last_seen_at = to_timestamp(t.last_seen / 1000), deleted_at = to_timestamp(t.deleted / 1000),
      node_id = t.node_id, placed_at = to_timestamp(t.placed / 1000)
    from unnest(
      ${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ object }) => object.lastSeenMs)}::float8[],
      ${rows.map(({ object }) => object.deletedMs)}::float8[],
      ${rows.map(({ nodeId }) => nodeId)}::int[],
      ${rows.map(({ placedMs }) => placedMs)}::float8[]
    ) as t (object_id, last_seen, deleted, node_id, placed)
    where object.object_id = t.object_id`.execute(db);
}

async function writeChanges(db: Db, rows: readonly ChangeWrite[]): Promise<void> {
  await sql`
    insert into object_change (change_id, host_id, object_id, at, changes, state) overriding system value
    select change_id, host_id, object_id, to_timestamp(at / 1000), changes::json, state::json
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${rows.map(({ objectId }) => objectId)}::int[],
      ${rows.map(({ atMs }) => atMs)}::float8[],
      ${rows.map(({ changes }) => JSON.stringify(changes))}::text[],
      ${rows.map(({ state }) => state)}::text[]
    ) as t (change_id, host_id, object_id, at, changes, state)
    on conflict (change_id) do nothing`.execute(db);
}

async function writeSpans(db: Db, rows: readonly SpanWrite[]): Promise<void> {
  const spans = rows.map((row) => row.span);
  await sql`
    insert into node_history (host_id, node_id, from_at, to_at, condition, is_schedulable, kubelet_version, conditions,
      flap_cnt)
    select host_id, node_id, to_timestamp(from_ms / 1000), to_timestamp(to_ms / 1000), condition, is_schedulable,
      kubelet_version, conditions::json, flap_cnt
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${rows.map(({ nodeId }) => nodeId)}::int[],
      ${spans.map(({ fromMs }) => fromMs)}::float8[],
      ${spans.map(({ toMs }) => toMs)}::float8[],
      ${spans.map(({ facts }) => facts.condition)}::text[],
      ${spans.map(({ facts }) => facts.isSchedulable)}::boolean[],
      ${spans.map(({ facts }) => facts.kubeletVersion)}::text[],
      ${spans.map(({ facts }) => JSON.stringify(facts.conditions))}::text[],
      ${spans.map(({ flapCnt }) => flapCnt)}::int[]
    ) as t (host_id, node_id, from_ms, to_ms, condition, is_schedulable, kubelet_version, conditions, flap_cnt)
    on conflict (node_id, from_at) do update set to_at = excluded.to_at, condition = excluded.condition,
      is_schedulable = excluded.is_schedulable, kubelet_version = excluded.kubelet_version,
      conditions = excluded.conditions, flap_cnt = excluded.flap_cnt`.execute(db);
}

function containersText(object: KnownObject): string | null {
  return isPod(object) ? JSON.stringify(object.containers.map(({ id, name }) => [id, name])) : null;
}

function nodeIdOf(object: KnownObject): number | null {
  return isPod(object) ? object.nodeId : null;
}

function placedMsOf(object: KnownObject): number | null {
  return isPod(object) ? object.placedMs : null;
}
