import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

const CHANGES = [
  { kind: 'pod', times: 2, changes: [{ what: 'readyCnt', from: '1', to: '2' }] },
  {
    kind: 'pod',
    times: 1,
    changes: [
      { what: 'restartCnt', from: '0', to: '1' },
      { what: 'status', from: 'Running', to: 'Error' },
    ],
  },
  {
    kind: 'workload',
    times: 4,
    changes: [
      { what: 'desiredCnt', from: '12', to: '13' },
      { what: 'readyCnt', from: '12', to: '13' },
    ],
  },
  {
    kind: 'workload',
    times: 4,
    changes: [
      { what: 'images', from: 'api:1.0.0', to: 'api:1.0.1' },
      { what: 'updatedCnt', from: '13', to: '0' },
    ],
  },
] as const;

/**
 * Adds a day of changes of all pods and workloads of these clusters, more of them recently. Returns how many
 * are stored. A statement is for one cluster: the embedded database answers nobody else meanwhile.
 */
export async function addDayOfChanges(db: Db, hostIds: readonly number[]): Promise<number> {
  for (const hostId of hostIds) for (const change of CHANGES) await addChanges(db, hostId, change);
  await sql`analyze object_change`.execute(db);
  const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from object_change`.execute(db);
  return rows[0]?.cnt ?? 0;
}

async function addChanges(
  db: Db,
  hostId: number,
  { kind, times, changes }: (typeof CHANGES)[number],
): Promise<void> {
  await sql`insert into object_change (host_id, object_id, at, changes, state)
      select host_id, object_id, now() - random() * random() * interval '24 hours',
        ${JSON.stringify(changes)}::json, state
      from object cross join generate_series(1, ${times}::int)
      where host_id = ${hostId} and kind = ${kind} and state is not null`.execute(db);
}
