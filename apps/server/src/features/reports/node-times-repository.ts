import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

interface NodeTimesQuery {
  readonly hostId: number;
  readonly from: Date;
  readonly to: Date;
  /** An open record counts until the last data of its cluster: nothing is known after it. */
  readonly lastDataAt: Date;
}

interface NodeTimes {
  readonly name: string;
  readonly expectedS: number;
  readonly readyS: number;
  readonly notReadyS: number;
}

export interface ContactTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The times of the nodes by name, and the times in which the cluster reported any node, in order, without overlaps. */
export async function readNodeTimes(
  db: Db,
  query: NodeTimesQuery,
): Promise<{ readonly nodes: readonly NodeTimes[]; readonly contacts: readonly ContactTime[] }> {
  const nodes = await listNodes(db, query);
  const nodeIds = nodes.map(({ objectId }) => objectId);
  const sums = await sumNodeTimes(db, nodeIds, query);
  return {
    nodes: nodes.map(({ objectId, name, expectedS }) => {
      const sum = sums.get(objectId);
      // The last record may end a few seconds after its node: an hour ended before the deletion was known.
      const notReadyS = Math.min(sum?.notReadyS ?? 0, expectedS);
      const readyS = Math.min((sum?.measuredS ?? 0) - (sum?.notReadyS ?? 0), expectedS - notReadyS);
      return { name, expectedS, readyS, notReadyS };
    }),
    contacts: await readContactTimes(db, sums, query),
  };
}

/** Nodes that existed in the time. */
async function listNodes(db: Db, { hostId, from, to }: NodeTimesQuery) {
  const { rows } = await sql<{ objectId: number; name: string; expectedS: number }>`
    select object_id, name,
      extract(epoch from least(deleted_at, ${to}::timestamptz) - greatest(first_seen_at, ${from}::timestamptz))::float8
        as expected_s
    from object where host_id = ${hostId} and kind = 'node' and first_seen_at < ${to}
      and (deleted_at is null or deleted_at > ${from})
    order by name, object_id`.execute(db);
  return rows;
}

/** Records of the node history are cut at every hour, so none that reaches into a time began long before it. */
const LONGEST_RECORD = sql`interval '1 day'`;
/** A node under pressure or cordoned is ready, as in the node list. */
const IS_NOT_READY = sql`condition in ('NotReady', 'Unknown')`;

/** The end of what is known of the time. */
function endOf({ to, lastDataAt }: NodeTimesQuery): Date {
  return lastDataAt < to ? lastDataAt : to;
}

/**
 * The records of nodes, with their starts and ends cut at the time: a record outside of it lasts for nothing. The database
 * needs the ids as a parameter: it then knows how many records there are, reads their pages once, and needs no sort.
 */
function recordsOf(nodeIds: readonly number[], query: NodeTimesQuery) {
  const from = sql`${query.from}::timestamptz`;
  const end = sql`${endOf(query)}::timestamptz`;
  return {
    records: sql`node_history where node_id = any(${[...nodeIds]}::int[])
      and from_at > ${from} - ${LONGEST_RECORD} and from_at < ${end}`,
    since: sql`greatest(from_at, ${from})`,
    // An open record has no `to_at`: `least` ignores null.
    until: sql`greatest(least(to_at, ${end}), ${from})`,
  };
}

interface NodeSums {
  readonly nodeId: number;
  readonly measuredS: number;
  readonly notReadyS: number | null;
}

async function sumNodeTimes(
  db: Db,
  nodeIds: readonly number[],
  query: NodeTimesQuery,
): Promise<ReadonlyMap<number, NodeSums>> {
  const { records, since, until } = recordsOf(nodeIds, query);
  const { rows } = await sql<NodeSums>`
    select node_id, extract(epoch from sum(${until} - ${since}))::float8 as measured_s,
      extract(epoch from sum(${until} - ${since}) filter (where ${IS_NOT_READY}))::float8 as not_ready_s
    from ${records} group by node_id`.execute(db);
  return new Map(rows.map((row) => [row.nodeId, row]));
}

/** Mostly one node was in contact all the time, and the history of the others is not read again. */
async function readContactTimes(db: Db, sums: ReadonlyMap<number, NodeSums>, query: NodeTimesQuery) {
  const [longest] = [...sums.values()].toSorted((a, b) => b.measuredS - a.measuredS);
  if (!longest) return [];
  const contacts = await listContactTimes(db, [longest.nodeId], query);
  const isWhole = contacts.some(
    ({ fromMs, toMs }) => fromMs === query.from.getTime() && toMs === endOf(query).getTime(),
  );
  return isWhole ? contacts : listContactTimes(db, [...sums.keys()], query);
}

/** The records of all nodes are cut at the same hours, so few of their times differ. */
async function listContactTimes(
  db: Db,
  nodeIds: readonly number[],
  query: NodeTimesQuery,
): Promise<ContactTime[]> {
  const { records, since, until } = recordsOf(nodeIds, query);
  const { rows } = await sql<ContactTime>`
    select (extract(epoch from lower(span)) * 1000)::float8 as from_ms,
      (extract(epoch from upper(span)) * 1000)::float8 as to_ms
    from (select unnest(range_agg(tstzrange(${since}, ${until}))) as span
      from (select distinct from_at, to_at from ${records}) each_record) contact
    order by span`.execute(db);
  return rows;
}
