import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '@gwanje/backend/database/open-store';
import type { Db } from '@gwanje/backend/database/schema';
import { periodOfDate } from '@gwanje/domain/reports/report-periods';
import { makeReport, type ReportRequest } from '../../apps/server/src/features/reports/make-report.ts';
import {
  addReportWorld,
  storeMonthOfSamples,
} from '../../apps/server/src/features/reports/testing/stored-month.ts';
import { Supervisor } from '../../scripts/installation/supervisor.ts';
import { type Figure, figure } from './figure.ts';

const ROUNDS = 3;
const POLL_MS = 10;
const NS_PER_MS = 1e6;
const FROM_DATE = '2026-10-01';

/** The report of a month of one group: 20 clusters, 4,000 nodes and 100,000 pods in the embedded database. */
export async function measureReport(): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-report-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const supervisor = new Supervisor(join(dataDir, 'logs'));
  stack.defer(() => supervisor.stop());
  const env = { GWANJE_DATA_DIR: dataDir };
  await supervisor.start({ name: 'database', entry: 'apps/database/src/main.ts', env });
  const { db } = stack.adopt(await openStore({ dataDir, databaseUrl: undefined }), (store) => store.close());
  const period = periodOfDate('monthly', 'UTC', FROM_DATE);
  const world = await addReportWorld(db, period, report);
  const metricStore = stack.adopt(
    await storeMonthOfSamples(join(dataDir, 'metrics'), world, period),
    (store) => store.close(),
  );
  report('the samples are stored');
  const request: ReportRequest = {
    metaGroupId: world.metaGroupId,
    metaGroupName: 'bench',
    kind: 'monthly',
    timeZone: 'UTC',
    period,
    subGroups: [{ subGroupId: world.subGroupId, name: 'bench' }],
    isWholeGroup: true,
  };
  const sources = { db, metricStore, settings: { historyDays: 60, alarmDays: 400 } };
  const loop = monitorEventLoopDelay({ resolution: 5 });
  const times: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ended = new AbortController();
    const polled = waitsOf(db, ended.signal);
    loop.enable();
    const startedMs = performance.now();
    const made = await makeReport(sources, request, new Date(period.toMs + 60_000));
    times.push(performance.now() - startedMs);
    report(`report ${round + 1} is made in ${Math.round(times.at(-1) ?? 0)} ms`);
    loop.disable();
    ended.abort();
    waits.push(...(await polled));
    if (made.availability.nodeCnt !== world.nodeCnt || made.workloads.measuredPodCnt === 0)
      throw new Error('the report does not contain the stored rows');
  }
  const unit = `ms, ${world.hostIds.length} clusters, ${world.nodeCnt} nodes, ${world.podCnt} pods, ${world.alarmCnt} alarms`;
  return [
    figure('report.month_ms', Math.min(...times), unit, '<= 10000', 0),
    figure('report.event_loop_max_ms', loop.max / NS_PER_MS, 'ms', '<= 50'),
    figure(
      'report.database_wait_max_ms',
      Math.max(...waits),
      'ms that another statement waits',
      '<= 1000',
      0,
    ),
  ];
}

function report(done: string): void {
  console.error(`report: ${done} after ${Math.round(performance.now() / 1000)} s`);
}

/** How long another session waits for its statement: the embedded database runs one after the other. */
async function waitsOf(db: Db, ended: AbortSignal): Promise<number[]> {
  const waits: number[] = [];
  while (!ended.aborted) {
    const askedMs = performance.now();
    await db.selectFrom('metaGroup').select('metaGroupId').limit(1).execute();
    waits.push(performance.now() - askedMs);
    await delay(POLL_MS);
  }
  return waits;
}
