import type { Db } from '@gwanje/backend/database/schema';
import type { ReportPeriod } from '@gwanje/domain/reports/report-periods';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { addRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { addCluster, addMetaGroup, addSubGroup } from '../../../testing/world.ts';

const CLUSTERS = 20;
const NODES = 200;
/** Pods of each cluster. Set lower to check only that the benchmark runs. */
const PODS = Number(process.env.GWANJE_BENCH_PODS ?? 5000);
const CLAIMS = 100;
const ALARMS = 1000;
/** A report reads the newest pods of each cluster; the others have no samples. */
const SAMPLED_PODS = Math.min(1000, PODS);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A statement must end in time, also on a busy machine. */
const PART_HOURS = 6;

/** A group whose clusters have a month of stored rows: nodes by hour, pods, claims and alarms. */
export async function addReportWorld(db: Db, period: ReportPeriod, report: (done: string) => void) {
  const metaGroupId = await addMetaGroup(db, null);
  const subGroupId = await addSubGroup(db, metaGroupId);
  const hostIds: number[] = [];
  for (let index = 0; index < CLUSTERS; index++) {
    const hostId = await addCluster(db, subGroupId);
    await fillCluster(db, hostId, 1 + index * 1_000_000, period);
    hostIds.push(hostId);
    report(`cluster ${index + 1} of ${CLUSTERS} is stored`);
  }
  for (let fromMs = period.fromMs; fromMs < period.toMs; fromMs += PART_HOURS * HOUR_MS)
    await addNodeHours(db, hostIds, new Date(fromMs));
  report('the node history is stored');
  await sql`analyze`.execute(db);
  const sampledPodIds = Int32Array.from({ length: CLUSTERS * SAMPLED_PODS }, (_, at) =>
    podId(1 + Math.floor(at / SAMPLED_PODS) * 1_000_000, PODS - SAMPLED_PODS + (at % SAMPLED_PODS)),
  );
  const cnts = { nodeCnt: CLUSTERS * NODES, podCnt: CLUSTERS * PODS, alarmCnt: CLUSTERS * ALARMS };
  return { metaGroupId, subGroupId, hostIds, sampledPodIds, ...cnts };
}

function podId(firstId: number, index: number): number {
  return firstId + NODES + CLAIMS + index;
}

async function fillCluster(db: Db, hostId: number, firstId: number, period: ReportPeriod): Promise<void> {
  const from = new Date(period.fromMs);
  const to = new Date(period.toMs);
  await addRows(db, 'clusterLive', { hostId, facts: '{}', firstBatchAt: from, lastBatchAt: to });
  await sql`insert into object (object_id, host_id, kind, uid, name, first_seen_at, last_seen_at, state)
    select ${firstId}::int + g, ${hostId}, 'node', 'node-' || g, 'node-' || g, ${from}, ${to},
      '{"cpuAllocatableCores": 32, "memAllocatableBytes": 128e9, "isVirtual": false}'
    from generate_series(0, ${NODES - 1}::int) g`.execute(db);
  await sql`insert into object (object_id, host_id, kind, uid, name, namespace, first_seen_at, last_seen_at, state)
    select ${firstId}::int + ${NODES}::int + g, ${hostId}, 'claim', 'claim-' || g, 'claim-' || g, 'shop', ${from}, ${to},
      '{"capacityBytes": 1e11}'
    from generate_series(0, ${CLAIMS - 1}::int) g`.execute(db);
  // The last ones are the newest: those have samples.
  await sql`insert into object (object_id, host_id, kind, uid, name, namespace, placed_at, first_seen_at, last_seen_at, state)
    select ${podId(firstId, 0)}::int + g, ${hostId}, 'pod', 'pod-' || g, 'pod-' || g, 'ns-' || g % 40,
      ${from}::timestamptz + g * interval '1 second', ${from}, ${to},
      json_build_object('ownerKind', 'Deployment', 'ownerName', 'app-' || g % 400, 'cpuRequestCores', 0.5, 'memRequestBytes', 1e9)
    from generate_series(0, ${PODS - 1}::int) g`.execute(db);
  await sql`with alarms as (
      insert into alarm (alarm_id, host_id, object_key, item_key, target, object_name, type, level, confirm_level,
        occurred_at, last_occurred_at, recovered_at, changed_at, is_notified)
      select ${firstId}::int + g, ${hostId}, '#' || g, (array['node.cpuUsage', 'pod.crashLoop', 'node.notReady'])[1 + g % 3],
        'node', 'o' || g, 1, case when g % 4 = 0 then 5 else 1 end, 0, at, at, at + interval '90 seconds', at, true
      from (select g, ${from}::timestamptz + random() * (${to}::timestamptz - ${from}::timestamptz) as at
        from generate_series(0, ${ALARMS - 1}::int) g) picked
      returning alarm_id, occurred_at)
    insert into alarm_change (alarm_id, at, change, confirm_level, level)
    select alarm_id, occurred_at + after, change, confirm_level, 1
    from alarms cross join (values (interval '0', 'occurred', 1), (interval '60 seconds', 'confirmed', 2),
      (interval '90 seconds', 'recovered', 0), (interval '10 minutes', 'confirmed', 3)) step (after, change, confirm_level)`.execute(
    db,
  );
}

/** A record for each node and hour, in the order of time as the pipeline writes them. */
async function addNodeHours(db: Db, hostIds: readonly number[], from: Date): Promise<void> {
  await sql`insert into node_history (host_id, node_id, from_at, to_at, condition, is_schedulable, kubelet_version, conditions)
    select host_id, object_id, at, at + interval '1 hour',
      case when random() < 0.002 then 'NotReady' else 'Ready' end, true, 'v1.34.1', '[]'
    from generate_series(0, ${PART_HOURS - 1}::int) hour cross join lateral (select ${from}::timestamptz + hour * interval '1 hour' as at) hours
      join object on host_id = any(${[...hostIds]}::int[]) and kind = 'node'
    order by at`.execute(db);
}

/**
 * One sample a day of every pod, written with the clock of their time, so that they are in the files of a real month. More
 * samples make the fill slow, and a report reads averages over many hours.
 */
export async function storeMonthOfSamples(
  dir: string,
  { hostIds, sampledPodIds }: Awaited<ReturnType<typeof addReportWorld>>,
  { fromMs, toMs }: ReportPeriod,
) {
  let nowMs = fromMs;
  const store = await openEmbeddedStore({ dir, now: () => nowMs, maintainEveryMs: null });
  const cores = Float64Array.from(sampledPodIds, () => 0.05 + Math.random());
  const bytes = Float64Array.from(sampledPodIds, () => Math.random() * 1e9);
  for (; nowMs < toMs; nowMs += DAY_MS) {
    const days = (nowMs - fromMs) / DAY_MS;
    await store.append([
      {
        scope: 'cluster',
        tsMs: nowMs,
        ids: [...hostIds],
        columns: {
          cpuUsedCores: hostIds.map((_, at) => 1000 + at + days),
          memUsedBytes: hostIds.map(() => 5e12),
          pvUsedBytes: hostIds.map(() => 1e12 + days * 1e10),
          pvCapacityBytes: hostIds.map(() => 1e13),
        },
      },
      {
        scope: 'pod',
        tsMs: nowMs,
        ids: sampledPodIds,
        columns: { cpuUsedCores: cores, memUsedBytes: bytes },
      },
    ]);
    await store.maintain();
  }
  return store;
}
