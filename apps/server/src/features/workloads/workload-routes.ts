import { AppError } from '@gwanje/contract/definition/errors';
import { sourceOf } from '@gwanje/kinds/registry';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import { MAX_REPLICA_STEPS } from '@gwanje/kinds/workload/rollout-calls';
import type { Rollout } from '@gwanje/kinds/workload/rollouts';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { z } from 'zod';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { readRuns } from './cron-job-runs.ts';
import { readRollouts } from './rollout-history.ts';
import {
  findSeenWorkload,
  listCountChanges,
  listPodLives,
  type SeenWorkload,
} from './workload-repository.ts';
import { sumUsage } from './workload-usage.ts';

const MAX_SPAN_MS = 400 * 86_400_000;
/** Pods whose use is added up. */
const MAX_PODS = 2000;

export const workloadRoutes = {
  async listRollouts({ db, user, params: { workloadId, pageNo, pageCnt }, now }) {
    const workload = await findSeenWorkload(db, user, workloadId);
    const rollouts = (await readRollouts(db, workload)).reverse();
    const start = (pageNo - 1) * pageCnt;
    return {
      totalCnt: rollouts.length,
      pageNo,
      pageCnt,
      serverTime: now.toISOString(),
      list: rollouts.slice(start, start + pageCnt).map(rolloutRow),
    };
  },

  async listReplicaSteps({ db, user, params: { workloadId }, body, now }) {
    const { fromMs, toMs } = spanOf(body);
    await findSeenWorkload(db, user, workloadId);
    const [from, to] = [new Date(fromMs), new Date(toMs)];
    const rows = await listCountChanges(db, workloadId, from, to, MAX_REPLICA_STEPS + 1);
    const isTruncated = rows.filter(({ atMs }) => atMs > fromMs).length > MAX_REPLICA_STEPS;
    const list = rows
      .filter(({ atMs, what }) => !isTruncated || atMs > fromMs || what === 'deleted')
      .slice(isTruncated ? 1 : 0)
      .map(({ atMs, what, state }) => ({
        at: new Date(Math.max(atMs, fromMs)).toISOString(),
        ...(what === 'deleted' ? NO_COUNTS : Counts.parse(state)),
      }));
    return { serverTime: now.toISOString(), isTruncated, list };
  },

  async getWorkloadUsage({ db, user, metricStore, params: { workloadId }, body, now }) {
    const span = spanOf(body);
    const workload = await findSeenWorkload(db, user, workloadId);
    const [from, to] = [new Date(span.fromMs), new Date(span.toMs)];
    const pods = await listPodLives(db, workload, podOwnerOf(workload), from, to, MAX_PODS + 1);
    const { maxPoints } = body;
    return {
      serverTime: now.toISOString(),
      isTruncated: pods.length > MAX_PODS,
      ...(await sumUsage(metricStore, workloadId, pods.slice(0, MAX_PODS), { ...span, maxPoints })),
    };
  },

  async listCronJobRuns({ db, user, live, params: { workloadId }, body, now }) {
    const span = spanOf(body);
    const cronJob = await findSeenWorkload(db, user, workloadId);
    const nowMs = now.getTime();
    const seen = live.alarmSnapshot(cronJob.hostId, nowMs, { within: () => 0 });
    const runs = await readRuns(db, cronJob, { ...span, knownUntilMs: seen?.stateMs ?? 0 }, nowMs);
    return { serverTime: now.toISOString(), ...runs };
  },
} satisfies Routes<{ live: LiveState; metricStore: MetricStore }>;

const Cnt = z.number().nullable().catch(null);
const Counts = z.object({ desiredCnt: Cnt, readyCnt: Cnt, updatedCnt: Cnt, availableCnt: Cnt });
const NO_COUNTS = { desiredCnt: null, readyCnt: null, updatedCnt: null, availableCnt: null };

const StoredOwner = z.object({
  ownerKind: z.string().nullable().catch(null),
  ownerName: z.string().nullable().catch(null),
});

/** The owner that the agent reports for the pods. Of a cron job's jobs it is the cron job. */
function podOwnerOf({ kind, name, state }: SeenWorkload) {
  const { ownerKind, ownerName } = StoredOwner.parse(state);
  if (ownerKind !== null && ownerName !== null) return { kind: ownerKind, name: ownerName };
  const type = workloadTypes.find((one) => one === kind) ?? 'deployment';
  return { kind: sourceOf(type).kubernetesKind, name };
}

function spanOf(body: { readonly from: string; readonly to: string }) {
  const span = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
  if (span.toMs <= span.fromMs) throw new AppError('invalidParameter', { field: 'to', reason: 'beforeFrom' });
  if (span.toMs - span.fromMs > MAX_SPAN_MS)
    throw new AppError('invalidParameter', { field: 'from', reason: 'tooLong' });
  if (span.fromMs < 0) throw new AppError('invalidParameter', { field: 'from', reason: 'tooEarly' });
  return span;
}

function rolloutRow({ begunMs, stuckMs, endedMs, images, imagesBefore, ...rollout }: Rollout) {
  return {
    ...rollout,
    begunAt: timeOf(begunMs),
    stuckAt: timeOf(stuckMs),
    endedAt: timeOf(endedMs),
    durationMs: begunMs === null || endedMs === null ? null : Math.max(0, Math.round(endedMs - begunMs)),
    images: imagesOf(images),
    imagesBefore: imagesBefore === null ? null : imagesOf(imagesBefore),
  };
}

function imagesOf(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
