import type { AlarmedKind } from '@gwanje/kinds/state/facts';
import { evaluators, type TrackChange } from '../../../apps/server/src/alarms/engine/evaluate.ts';
import { EventCounts } from '../../../apps/server/src/alarms/engine/state/event-counts.ts';
import { RestartLog } from '../../../apps/server/src/alarms/engine/state/restart-log.ts';
import { TrackStore } from '../../../apps/server/src/alarms/engine/state/track-store.ts';
import { SettingCache } from '../../../apps/server/src/alarms/settings/setting-cache.ts';
import type { LiveState } from '../../../apps/server/src/live/live-state.ts';
import { figure, percentile } from '../figure.ts';
import { CLUSTERS, largeLiveState, seeded } from './live-world.ts';

const ROUNDS = 20;

/** Evaluates every item for every object while a quarter of the pods crash-loops. */
export function measureAlarms() {
  const nowMs = Date.now();
  const live = largeLiveState(nowMs);
  for (let hostId = 1; hostId <= CLUSTERS; hostId++) sampleUsual(live, hostId, nowMs + 1);
  const restarts = new RestartLog();
  const tracks = new TrackStore();
  const settings = new SettingCache();
  const events = new EventCounts();
  let alarmId = 0;
  const round = (atMs: number) => {
    const startMs = performance.now();
    for (let hostId = 1; hostId <= CLUSTERS; hostId++) {
      const snapshot = live.alarmSnapshot(hostId, atMs, restarts);
      if (!snapshot) continue;
      restarts.follow(hostId, snapshot, atMs);
      const changes: TrackChange[] = [];
      const context = {
        hostId,
        snapshot,
        settings,
        tracks,
        events,
        nowMs: atMs,
        server: { isGrace: () => false },
        hasObject: (target: AlarmedKind, id: number) => live.has(target, id),
        newAlarmId: () => ++alarmId,
        changes,
      };
      for (const evaluate of evaluators) evaluate(context);
      for (const change of changes) tracks.setUnwritten(change);
    }
    return performance.now() - startMs;
  };
  for (let at = 0; at < 3; at++) round(nowMs + at * 1000);
  const times = Array.from({ length: ROUNDS }, (_, at) => round(nowMs + 3000 + at * 1000));
  return [figure('alarm.eval_100k_ms', percentile(times, 0.5), 'ms', '<= 200')];
}

/** Typical pod figures: some near their limits, most far from them. */
function sampleUsual(live: LiveState, hostId: number, tsMs: number): void {
  const random = seeded(hostId);
  const ids = Int32Array.from(live.names('pod', hostId), ({ podId }) => Number(podId));
  const column = (most: number) => Float64Array.from(ids, () => random() ** 2 * most);
  live.applySamples('pod', ids, tsMs, {
    cpuUsedCores: column(2),
    memUsedBytes: column(1e9),
    ephemeralUsedBytes: column(1e10),
    netRxBps: column(1e6),
    netTxBps: column(1e6),
  });
}
