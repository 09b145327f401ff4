import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { type EventWrite, eventKind } from '../apply/events.ts';
import type { KnownObject } from '../state/object-registry.ts';

const ROWS_PER_STATEMENT = 2000;

/** Inserts or updates events. The count of an event never decreases. */
export async function writeEvents(db: Db, events: readonly EventWrite[]): Promise<void> {
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT)
    await writeChunk(db, events.slice(start, start + ROWS_PER_STATEMENT));
}

async function writeChunk(db: Db, rows: readonly EventWrite[]): Promise<void> {
  const records = rows.map((row) => row.record);
  await sql`
    insert into event (host_id, uid, level, type, reason, message, count, first_at, last_at, object_kind,
      object_namespace, object_name, object_uid, object_id, container_name, source)
    select host_id, uid, level, type, reason, message, count, to_timestamp(first / 1000), to_timestamp(last / 1000),
      object_kind, object_namespace, object_name, object_uid, object_id, container_name, source
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${records.map(({ uid }) => uid)}::text[],
      ${rows.map(({ level }) => level)}::text[],
      ${records.map(({ type }) => type)}::text[],
      ${records.map(({ reason }) => reason)}::text[],
      ${records.map(({ message }) => message)}::text[],
      ${rows.map(({ count }) => count)}::int[],
      ${rows.map(({ firstMs }) => firstMs)}::float8[],
      ${rows.map(({ lastMs }) => lastMs)}::float8[],
      ${records.map(({ object }) => object.kind)}::text[],
      ${records.map(({ object }) => object.namespace)}::text[],
      ${records.map(({ object }) => object.name)}::text[],
      ${records.map(({ object }) => object.uid)}::text[],
      ${rows.map(({ objectId }) => objectId)}::int[],
      ${records.map(({ object }) => object.container)}::text[],
      ${records.map(({ source }) => source)}::text[]
    ) as t (host_id, uid, level, type, reason, message, count, first, last, object_kind, object_namespace, object_name,
      object_uid, object_id, container_name, source)
    on conflict (host_id, uid) do update set
      level = case when excluded.count >= event.count then excluded.level else event.level end,
      message = case when excluded.last_at >= event.last_at then excluded.message else event.message end,
      count = greatest(event.count, excluded.count),
      first_at = least(event.first_at, excluded.first_at),
      last_at = greatest(event.last_at, excluded.last_at),
      object_id = coalesce(event.object_id, excluded.object_id)`.execute(db);
}

export interface Resolvable {
  readonly hostId: number;
  readonly object: KnownObject;
}

/** Links events to objects that became known after them. */
export async function resolveEvents(db: Db, found: readonly Resolvable[]): Promise<void> {
  if (found.length === 0) return;
  const objects = found.map((row) => row.object);
  await sql`
    update event set object_id = t.object_id
    from unnest(
      ${found.map(({ hostId }) => hostId)}::int[],
      ${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ kind }) => eventKind(kind))}::text[],
      ${objects.map(({ namespace }) => namespace)}::text[],
      ${objects.map(({ uid }) => uid)}::text[],
      ${objects.map(({ id }) => id)}::int[]
    ) as t (host_id, name, kind, namespace, uid, object_id)
    where event.object_id is null and event.host_id = t.host_id and event.object_name = t.name
      and event.object_kind = t.kind and event.object_namespace is not distinct from t.namespace
      and (event.object_uid = t.uid or event.object_uid is null or t.kind = 'Node')`.execute(db);
}
