import type { Db } from '@gwanje/backend/database/schema';
import { recordKindsOf, type StateOfKind } from '@gwanje/kinds/registry';
import type { AlarmedKind } from '@gwanje/kinds/state/facts';
import { parseState } from '@gwanje/kinds/state/states';
import { sql } from 'kysely';

export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The state from then on; null: deleted. */
export interface StateChange<Kind extends AlarmedKind> {
  readonly atMs: number;
  readonly state: StateOfKind[Kind] | null;
}

export interface Lifetime<Kind extends AlarmedKind = AlarmedKind> {
  readonly objectId: number;
  readonly name: string;
  readonly namespace: string | null;
  readonly createdMs: number;
  /** In time order. The first is the state at the start of the range, or of the object. */
  readonly changes: readonly StateChange<Kind>[];
}

interface ObjectRow extends Omit<Lifetime, 'changes'> {
  readonly firstSeenMs: number;
  readonly deletedMs: number | null;
  readonly state: unknown;
}

interface ChangeRow {
  readonly objectId: number;
  readonly atMs: number;
  readonly what: string | null;
  readonly state: unknown;
}

/** Monitored objects of a cluster that existed in the range. Objects that still exist come first. */
export async function idsInRange(
  db: Db,
  hostId: number,
  kind: AlarmedKind,
  { fromMs, toMs }: Range,
  limit: number,
): Promise<{ ids: number[]; totalCnt: number }> {
  const { rows } = await sql<{ objectId: number; totalCnt: number }>`
    select object_id, (count(*) over ())::int as total_cnt from object
    where host_id = ${hostId} and kind = any(${[...recordKindsOf(kind)]}::text[]) and is_monitored and first_seen_at < ${new Date(toMs)}
      and (deleted_at is null or deleted_at > ${new Date(fromMs)})
    order by deleted_at is not null, object_id desc limit ${limit}`.execute(db);
  return { ids: rows.map(({ objectId }) => objectId), totalCnt: rows[0]?.totalCnt ?? 0 };
}

/** Every stored state of the objects in the range, and the state at its start. */
export async function loadLifetimes<Kind extends AlarmedKind>(
  db: Db,
  kind: Kind,
  ids: readonly number[],
  range: Range,
): Promise<Lifetime<Kind>[]> {
  const from = new Date(range.fromMs);
  const to = new Date(range.toMs);
  const { rows: objects } = await sql<ObjectRow>`
    select object_id, name, namespace, state, ${ms('first_seen_at')} as first_seen_ms,
      ${ms('coalesce(created_at, first_seen_at)')} as created_ms, ${ms('deleted_at')} as deleted_ms
    from object where object_id = any(${[...ids]}::int[]) order by object_id`.execute(db);
  const { rows: changes } = await sql<ChangeRow>`
    select object_id, ${ms('at')} as at_ms, changes -> 0 ->> 'what' as what, state from (
      select object_id, at, change_id, changes, state from object_change
      where object_id = any(${[...ids]}::int[]) and at > ${from} and at <= ${to}
      union all
      select before.* from unnest(${[...ids]}::int[]) as wanted (id), lateral (
        select object_id, at, change_id, changes, state from object_change
        where object_id = wanted.id and at <= ${from} order by at desc, change_id desc limit 1) before
    ) found order by at, change_id`.execute(db);
  const byObject = Map.groupBy(changes, ({ objectId }) => objectId);
  return objects.map((object) => ({
    ...object,
    changes: changesOf(kind, object, byObject.get(object.objectId) ?? [], range),
  }));
}

function changesOf<Kind extends AlarmedKind>(
  kind: Kind,
  object: ObjectRow,
  rows: readonly ChangeRow[],
  range: Range,
): StateChange<Kind>[] {
  const startMs = Math.max(range.fromMs, object.firstSeenMs);
  const [first] = rows;
  // When the history begins later, the first known state counts from the start.
  const changes: StateChange<Kind>[] =
    first && first.atMs <= startMs
      ? []
      : [{ atMs: startMs, state: stateOf(kind, first?.state ?? object.state) }];
  for (const { atMs, what, state } of rows)
    changes.push({ atMs: Math.max(startMs, atMs), state: what === 'deleted' ? null : stateOf(kind, state) });
  const { deletedMs } = object;
  if (deletedMs !== null && deletedMs <= range.toMs && changes.at(-1)?.state !== null)
    changes.push({ atMs: Math.max(startMs, deletedMs), state: null });
  return changes;
}

function stateOf<Kind extends AlarmedKind>(kind: Kind, json: unknown): StateOfKind[Kind] | null {
  return json === null || json === undefined ? null : parseState(kind, json);
}

function ms(expression: string) {
  return sql`(extract(epoch from ${sql.raw(expression)}) * 1000)::float8`;
}
