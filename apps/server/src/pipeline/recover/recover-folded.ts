import type { Database } from '@gwanje/backend/database/schema';
import { InventoryRecord } from '@gwanje/contract/agent/inventory';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Change, describeChanges } from '../../objects/changes.ts';
import { parseState, type StateKind } from '../../objects/states.ts';
import { changeMs } from '../apply/change-time.ts';
import type { ClusterMemory } from '../apply/cluster-memory.ts';
import type { ChangeWrite } from '../persist/pending-writes.ts';

/** An object that is not as history told of it last. */
interface Untold {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: StateKind;
  readonly record: unknown;
  readonly state: unknown;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  /** Null: nothing was told of it. */
  readonly toldMs: number | null;
  readonly toldState: unknown;
  readonly isToldDeleted: boolean;
}

/** Objects that one statement looks at. */
const PAGE = 1_000;
/** What went earlier is not looked through: it may be far more than there is. */
const GONE_WITHIN_MS = 86_400_000;

/** Changes that were kept back when the process ended: what objects are is written, and what was told of them last. */
export async function recoverFolded(db: Kysely<Database>, clusters: Iterable<ClusterMemory>): Promise<void> {
  for (const cluster of clusters) {
    if (!cluster.isFoldingNoted) continue;
    for (let after: number | null = 0; after !== null; ) {
      const page = await untoldOf(db, cluster, after);
      for (const row of page.untold) {
        const change = changeOf(row);
        if (change) cluster.folded.add(change);
      }
      after = page.lastId;
    }
  }
}

interface Page {
  readonly lastId: number | null;
  readonly untold: readonly Untold[];
}

async function untoldOf(
  db: Kysely<Database>,
  { hostId, dataMs }: ClusterMemory,
  after: number,
): Promise<Page> {
  const ms = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000`;
  const { rows } = await sql<Page>`
    select max(o.object_id) as "lastId", coalesce(json_agg(json_build_object(
        'objectId', o.object_id, 'hostId', o.host_id, 'kind', o.kind, 'record', o.record, 'state', o.state,
        'lastSeenMs', ${ms('o.last_seen_at')}, 'deletedMs', ${ms('o.deleted_at')}, 'toldMs', ${ms('c.at')},
        'toldState', c.state, 'isToldDeleted', c.is_deleted is true
      )) filter (where o.state::text is distinct from c.state::text
        or (o.deleted_at is not null) <> (c.is_deleted is true)), '[]') as untold
    from (
      select * from object
      where host_id = ${hostId} and object_id > ${after} and state is not null
        and (deleted_at is null or deleted_at > ${new Date(dataMs - GONE_WITHIN_MS)})
      order by object_id limit ${PAGE}
    ) o left join lateral (
      select at, state, changes -> 0 ->> 'what' = 'deleted' as is_deleted from object_change
      where object_change.object_id = o.object_id order by at desc, change_id desc limit 1
    ) c on true`.execute(db.withoutPlugins());
  return rows[0] ?? { lastId: null, untold: [] };
}

function changeOf(row: Untold): ChangeWrite | undefined {
  const { objectId, hostId, deletedMs, state } = row;
  const changes = changesOf(row);
  if (changes.length === 0) return undefined;
  return { hostId, objectId, atMs: deletedMs ?? changedMs(row), changes, state: JSON.stringify(state) };
}

/** The end of an object first: that is what became of it. */
function changesOf({ kind, state, toldMs, toldState, isToldDeleted, deletedMs }: Untold): Change[] {
  // As a state of another version of this program may be.
  const [after, before] = [read(kind, state), toldMs === null ? null : read(kind, toldState)];
  if (!after || before === undefined) return [];
  if (deletedMs === null) return describeChanges(kind, isToldDeleted ? null : before, after);
  if (isToldDeleted) return [];
  return [{ what: 'deleted', from: after.name, to: null }, ...describeChanges(kind, before, after)];
}

function read(kind: StateKind, state: unknown) {
  try {
    return parseState(kind, state);
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

function changedMs({ record, toldMs, lastSeenMs }: Untold): number {
  const { data } = InventoryRecord.safeParse(record);
  return data ? changeMs(data, toldMs ?? 0, lastSeenMs) : lastSeenMs;
}
