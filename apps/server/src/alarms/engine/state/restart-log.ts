import type { Db } from '@gwanje/backend/database/schema';
import { countWithin, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { AlarmSnapshot } from '../../../live/views/alarm-snapshot.ts';
import { listRestarts } from './recent-history-repository.ts';

const MINUTE_MS = 60_000;
/** The longest window a setting may have. */
const MAX_WINDOW_MS = 60 * MINUTE_MS;

/** The restarts of pods in the last hour. */
export class RestartLog {
  /** The pod id and its last restart count, by the pod's slot in the live table. */
  #podIds = new Int32Array(1024);
  #counts = new Int32Array(1024);
  /** The clusters whose restarts are followed. */
  readonly #hostIds = new Set<number>();
  readonly #recent = new Map<number, { readonly hostId: number; occurrences: Occurrence[] }>();
  #nowMs = 0;

  within(podId: number, windowMin: number): number {
    const recent = this.#recent.get(podId);
    return recent ? countWithin(recent.occurrences, windowMin * MINUTE_MS, this.#nowMs) : 0;
  }

  follow(hostId: number, snapshot: AlarmSnapshot, nowMs: number): void {
    this.#nowMs = nowMs;
    const { stateMs } = snapshot;
    if (Number.isNaN(stateMs)) return;
    const isContinued = this.#hostIds.has(hostId);
    this.#hostIds.add(hostId);
    snapshot.eachRestartCount((podId, slot, restartCnt, createdMs) => {
      if (slot >= this.#podIds.length) this.#grow(slot);
      const isKnown = isContinued && this.#podIds[slot] === podId;
      const before = isKnown ? (this.#counts[slot] ?? 0) : 0;
      if (isKnown && before === restartCnt) return;
      this.#podIds[slot] = podId;
      this.#counts[slot] = restartCnt;
      // The times of restarts before the first contact with an old pod are unknown.
      const isYoung = stateMs - createdMs < MAX_WINDOW_MS;
      const isRecent = isKnown || (isContinued && isYoung);
      if (isRecent && restartCnt > before) this.#note(hostId, podId, stateMs, restartCnt - before);
    });
  }

  /** Reads the restarts of the last hour in these clusters from the object history. */
  async load(db: Db, hostIds: readonly number[], nowMs: number): Promise<void> {
    const since = new Date(nowMs - MAX_WINDOW_MS);
    for (const { hostId, podId, atMs, cnt } of await listRestarts(db, hostIds, since))
      if (cnt > 0) this.#note(hostId, podId, atMs, cnt);
  }

  forget(nowMs: number): void {
    for (const [podId, { occurrences }] of this.#recent)
      if (occurrences.every(({ atMs }) => nowMs - atMs >= MAX_WINDOW_MS)) this.#recent.delete(podId);
  }

  forgetHost(hostId: number): void {
    this.#hostIds.delete(hostId);
    for (const [podId, recent] of this.#recent) if (recent.hostId === hostId) this.#recent.delete(podId);
  }

  #note(hostId: number, podId: number, atMs: number, cnt: number): void {
    const recent = this.#recent.get(podId) ?? { hostId, occurrences: [] };
    recent.occurrences = recent.occurrences.filter((one) => atMs - one.atMs < MAX_WINDOW_MS);
    recent.occurrences.push({ atMs, cnt });
    this.#recent.set(podId, recent);
  }

  #grow(slot: number): void {
    const [podIds, counts] = [this.#podIds, this.#counts];
    this.#podIds = new Int32Array((slot + 1) * 2);
    this.#counts = new Int32Array((slot + 1) * 2);
    this.#podIds.set(podIds);
    this.#counts.set(counts);
  }
}
