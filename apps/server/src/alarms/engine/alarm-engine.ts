import type { Db } from '@gwanje/backend/database/schema';
import { CRON_JOB_MS } from '@gwanje/domain/alarms/folding';
import { alarmedKinds } from '@gwanje/kinds/state/facts';
import { Mutex } from 'async-mutex';
import type { LiveState } from '../../live/live-state.ts';
import type { AlarmSnapshot } from '../../live/views/alarm-snapshot.ts';
import { IdBlocks } from '../../pipeline/identify/id-block-repository.ts';
import { ServerRuns } from '../../platform/server-runs.ts';
import { SettingCache } from '../settings/setting-cache.ts';
import type { AlarmChangeHandler, AlarmUpdate, BurstCounts } from './alarm-changes.ts';
import { evaluate, type TrackChange } from './evaluate.ts';
import {
  type AlarmStep,
  alarmsKeptOpen,
  type FoldContext,
  type FoldedSteps,
  foldSteps,
  worsenedHead,
} from './fold-steps.ts';
import { loadAllTracks, loadOpenAlarms, loadTracks } from './repositories/load-repository.ts';
import { AlreadyOpenError, writeBatch } from './repositories/write-repository.ts';
import { EventCounts } from './state/event-counts.ts';
import { type OpenAlarm, OpenAlarmIndex } from './state/open-alarm-index.ts';
import { RestartLog } from './state/restart-log.ts';
import { TrackStore } from './state/track-store.ts';
import { MAX_STEPS, splitIntoBatches, urgentFirst } from './write-batches.ts';

export interface AlarmEngineOptions {
  readonly db: Db;
  readonly live: LiveState;
  readonly now: () => Date;
  /** Called in the transaction of every change. */
  readonly onChanges: AlarmChangeHandler;
  /** Called after a transaction was committed. */
  readonly onUpdate?: (update: AlarmUpdate) => void;
  /** Track changes that one evaluation writes at most. */
  readonly maxSteps?: number;
}

export interface EvaluationResult {
  /** Time on the main thread, without waiting for the database. */
  readonly busyMs: number;
  /** False: there was more to write than one evaluation may write. The next evaluation continues. */
  readonly isComplete: boolean;
}

/**
 * Evaluates one cluster at a time: evaluate → fold → write → publish. The tables are authoritative; memory
 * changes only after a transaction was committed.
 */
export class AlarmEngine {
  readonly #options: AlarmEngineOptions;
  readonly #settings = new SettingCache();
  readonly #tracks = new TrackStore();
  readonly #open = new OpenAlarmIndex();
  readonly #restarts = new RestartLog();
  readonly #events = new EventCounts();
  readonly #ids: IdBlocks;
  /** Clusters whose changes did not fit into one evaluation. Receivers get all these changes as one flood. */
  readonly #bursts = new Map<number, BurstCounts>();
  readonly #server: ServerRuns;
  /** Alarms that breached again and may have to be folded under another alarm. */
  readonly #reoccurred: number[] = [];
  /** One task at a time reads and changes the tracks. */
  readonly #mutex = new Mutex();
  #areSettingsOld = false;

  static async open(options: AlarmEngineOptions): Promise<AlarmEngine> {
    const now = options.now();
    const engine = new AlarmEngine(options, await ServerRuns.open(options.db, now));
    await engine.#load(now.getTime());
    return engine;
  }

  private constructor(options: AlarmEngineOptions, server: ServerRuns) {
    this.#options = options;
    this.#ids = new IdBlocks(options.db, 'alarm_id_seq');
    this.#server = server;
  }

  async #load(nowMs: number): Promise<void> {
    const { db, live } = this.#options;
    await this.#settings.load(db);
    for (const stored of await loadAllTracks(db)) this.#tracks.set(stored, stored.track);
    await this.#restarts.load(db, nowMs);
    for (const alarm of await loadOpenAlarms(db)) this.#open.put(alarm);
    for (const hostId of live.hostIds()) {
      for (const alarm of this.#open.ofHost(hostId)) this.#countObject(alarm);
      this.#countCluster(hostId);
      // Later restarts are counted from here.
      this.#snapshot(hostId, nowMs);
    }
  }

  get openCnt(): number {
    return this.#open.size;
  }

  /** A user changed settings, templates or event alarms. The next evaluation reads them. */
  settingsChanged(): void {
    this.#areSettingsOld = true;
  }

  /** Another process may have changed the settings. */
  reloadSettings(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#settings.load(this.#options.db));
  }

  /** Reads alarms again that a user changed. Returns them by cluster. */
  alarmsChanged(alarmIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    return this.#mutex.runExclusive(() => this.#reload(new Set(alarmIds)));
  }

  evaluate(hostId: number): Promise<EvaluationResult> {
    return this.#mutex.runExclusive(() => this.#evaluateCluster(hostId));
  }

  /** Stores that the server still runs. */
  noteRunning(): Promise<void> {
    return this.#server.note(this.#options.now());
  }

  /** Frees the memory of deleted clusters and of counts outside every window. */
  tidy(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { live, now } = this.#options;
      const nowMs = now().getTime();
      this.#restarts.forget(nowMs);
      this.#events.forget(nowMs);
      for (const hostId of [...this.#tracks.hostIds()]) {
        if (live.hasCluster(hostId)) continue;
        this.#tracks.forgetHost(hostId);
        this.#bursts.delete(hostId);
        for (const { alarmId } of [...this.#open.ofHost(hostId)]) this.#open.remove(alarmId);
      }
    });
  }

  async close(): Promise<void> {
    await this.#mutex.waitForUnlock();
  }

  async #evaluateCluster(hostId: number): Promise<EvaluationResult> {
    const { db, live, now, maxSteps = MAX_STEPS } = this.#options;
    if (this.#areSettingsOld) {
      this.#areSettingsOld = false;
      await this.#settings.load(db);
    }
    if (!live.hasCluster(hostId)) return { busyMs: 0, isComplete: true };
    const at = now();
    const nowMs = at.getTime();
    const { changes, busyMs } = await this.#findChanges(hostId, nowMs);
    const context: FoldContext = {
      hostId,
      open: this.#open,
      nowMs,
      evidenceOf: (change) => this.#evidenceOf(change),
      isOwnerFailing: this.#cronJobCheck(hostId, nowMs),
    };
    // Their changes come again at every evaluation, so they must not count for the limit.
    const keptOpen = alarmsKeptOpen(changes, context);
    const due = changes.filter(({ effect }) => !effect || !keptOpen.has(effect.alarmId));
    const chosen = urgentFirst(due).slice(0, maxSteps);
    const orphans = this.#open.orphans(hostId);
    const folded = foldSteps(await this.#assignAlarmIds(chosen), context);
    this.#markKeptOpen(hostId, new Set([...keptOpen, ...folded.keptOpen]));
    let isComplete = chosen.length === due.length;
    if (chosen.length + orphans.length > 0) {
      const isWritten = await this.#writeAll(hostId, { ...folded, orphans }, at);
      isComplete &&= isWritten;
      await this.#writeAll(hostId, { steps: this.#worsenedHeads(hostId), orphans: [], adoptions: [] }, at);
      const refolded = this.#open.foldAgain(this.#reoccurred.splice(0));
      await this.#writeAll(hostId, { steps: [], ...refolded }, at);
    }
    if (isComplete) this.#bursts.delete(hostId);
    return { busyMs, isComplete };
  }

  /** Evaluates every item. Track changes that a restart does not need are applied to memory only. */
  async #findChanges(hostId: number, nowMs: number): Promise<{ changes: TrackChange[]; busyMs: number }> {
    const { db, live } = this.#options;
    const contactMs = this.#snapshot(hostId, nowMs)?.stateMs ?? Number.NaN;
    await this.#events.read(db, hostId, this.#settings.eventAlarms(hostId), { nowMs, contactMs });
    let temporaryId = 0;
    const { changes, busyMs } = await evaluate(() => this.#snapshot(hostId, nowMs), {
      hostId,
      settings: this.#settings,
      tracks: this.#tracks,
      events: this.#events,
      nowMs,
      server: this.#server,
      hasObject: (target, id) => live.has(target, id),
      newAlarmId: () => --temporaryId,
    });
    const toWrite = changes.filter((change) => {
      if (change.effect || this.#tracks.shouldPersist(change, nowMs)) return true;
      this.#tracks.setUnwritten(change);
      return false;
    });
    return { changes: toWrite, busyMs };
  }

  #snapshot(hostId: number, nowMs: number) {
    const snapshot = this.#options.live.alarmSnapshot(hostId, nowMs, this.#restarts);
    if (snapshot) this.#restarts.follow(hostId, snapshot, nowMs);
    return snapshot;
  }

  #worsenedHeads(hostId: number): AlarmStep[] {
    return [...this.#open.milderHeads(hostId)].flatMap((head) => {
      const track = this.#tracks
        .items(hostId)
        .get(head.itemKey)
        ?.get(head.objectId ?? 0);
      return track?.kind === 'open' ? [worsenedHead(head, track)] : [];
    });
  }

  /** Whether no run of the alarm's cron job has succeeded since its last failure. */
  #cronJobCheck(hostId: number, nowMs: number): (alarm: OpenAlarm) => boolean {
    let snapshot: AlarmSnapshot | null | undefined;
    return ({ ownerKey, lastOccurredMs }) => {
      if (ownerKey === null || nowMs - lastOccurredMs >= CRON_JOB_MS) return false;
      snapshot ??= this.#snapshot(hostId, nowMs);
      return snapshot?.isCronJobFailing(ownerKey, lastOccurredMs) ?? false;
    };
  }

  /** The object of such an alarm is well or gone, so the alarm does not count for it. */
  #markKeptOpen(hostId: number, keptOpen: ReadonlySet<number>): void {
    for (const alarm of this.#open.ofHost(hostId)) {
      const isKeptOpen = keptOpen.has(alarm.alarmId);
      if (alarm.isKeptOpen === isKeptOpen) continue;
      alarm.isKeptOpen = isKeptOpen;
      this.#countObject(alarm);
    }
  }

  /** Replaces the temporary ids of new alarms. */
  async #assignAlarmIds(changes: readonly TrackChange[]): Promise<TrackChange[]> {
    await this.#ids.reserve(changes.filter(({ effect }) => effect?.kind === 'raise').length);
    return changes.map((change) => {
      const { effect, after } = change;
      if (effect?.kind !== 'raise' || after?.kind !== 'open') return change;
      const alarmId = this.#ids.take();
      return { ...change, effect: { ...effect, alarmId }, after: { ...after, alarmId } };
    });
  }

  /**
   * False: a batch was based on outdated alarms, so the rest is too. The next evaluation reads the tables.
   */
  async #writeAll(hostId: number, folded: FoldedSteps, now: Date): Promise<boolean> {
    for (const batch of splitIntoBatches(folded)) {
      const result = await this.#write(hostId, batch, now);
      if (!result) return false;
      await this.#apply(hostId, batch, result);
    }
    return true;
  }

  async #write(hostId: number, batch: FoldedSteps, now: Date) {
    const { db, onChanges } = this.#options;
    // The counts of a batch that fails must be discarded.
    const burst: BurstCounts = new Map(this.#bursts.get(hostId));
    try {
      const result = await writeBatch(db, batch, onChanges, burst, now);
      this.#bursts.set(hostId, burst);
      return result;
    } catch (error) {
      if (!(error instanceof AlreadyOpenError)) throw error;
      await this.#reload(new Set(error.alarmIds));
      return null;
    }
  }

  /** Brings memory and the live state up to date with a committed batch, and publishes it. */
  async #apply(
    hostId: number,
    { orphans, adoptions }: FoldedSteps,
    { written, outdated }: Awaited<ReturnType<typeof writeBatch>>,
  ): Promise<void> {
    for (const step of written) {
      this.#tracks.set(step, step.after);
      this.#applyEffect(step);
    }
    const refolded = new Set([...orphans, ...adoptions].map(({ alarmId }) => alarmId));
    // The index dropped these alarms and their parents when they recovered, so both are read again.
    const reoccurred = written.flatMap(({ effect }) => (effect?.kind === 'reoccur' ? [effect.alarmId] : []));
    this.#reoccurred.push(...reoccurred);
    const stale = new Set([...outdated, ...refolded, ...reoccurred]);
    if (stale.size > 0) await this.#reload(stale);
    this.#countCluster(hostId);
    this.#publish(hostId, written, refolded);
  }

  #applyEffect({ effect, after, raised }: AlarmStep): void {
    if (!effect) return;
    if (raised) this.#open.put(raised);
    const head = raised?.foldKind === 'owner' ? this.#open.get(raised.parentId ?? 0) : undefined;
    if (raised && head) head.lastOccurredMs = raised.occurredMs;
    const alarm = raised ?? this.#open.get(effect.alarmId);
    if (!alarm) return;
    if (after?.kind === 'open') {
      alarm.level = after.level;
      alarm.isRecovered = after.recoveredMs !== null;
    } else this.#open.remove(effect.alarmId);
    this.#countObject(alarm);
  }

  /** Writes the number of open alarms into the live state, where lists and dashboards read it. */
  #countObject({ target, hostId, objectId }: OpenAlarm): void {
    const { live } = this.#options;
    const { warning, critical } = this.#open.objectCounts(hostId, objectId);
    // All kinds share one id sequence, and an event may be about any of them.
    const kinds = target === 'cluster' || target === 'event' ? alarmedKinds : [target];
    if (objectId === null) live.setAlarms('cluster', hostId, warning, critical);
    else for (const kind of kinds) live.setAlarms(kind, objectId, warning, critical);
  }

  #countCluster(hostId: number): void {
    this.#options.live.setOpenAlarms(hostId, this.#open.clusterCounts(hostId));
  }

  /** The evidence that is in memory now. Series and events are added later. */
  #evidenceOf({ value, threshold, setting, origin, target, key }: TrackChange): string {
    const isObject = target !== 'cluster' && target !== 'event' && typeof key === 'number';
    const state = isObject ? this.#options.live.stateOf(target, key) : null;
    const later = { series: null, eventList: [], neighbourList: [] };
    return JSON.stringify({ value, threshold, setting, origin, state, ...later });
  }

  /** Reads alarms and their tracks from the tables. Returns the alarms by cluster. */
  async #reload(alarmIds: ReadonlySet<number>): Promise<ReadonlyMap<number, number[]>> {
    const { db } = this.#options;
    const tracks = await loadTracks(db, [...alarmIds]);
    for (const stored of tracks) this.#tracks.set(stored, stored.track);
    const openNow = new Map((await loadOpenAlarms(db, [...alarmIds])).map((alarm) => [alarm.alarmId, alarm]));
    const hostIds = new Set<number>();
    for (const alarmId of alarmIds) {
      const before = this.#open.remove(alarmId);
      const after = openNow.get(alarmId);
      if (after) this.#open.put(after);
      const alarm = after ?? before;
      if (!alarm) continue;
      this.#countObject(alarm);
      hostIds.add(alarm.hostId);
    }
    for (const hostId of hostIds) this.#countCluster(hostId);
    const byHost = Map.groupBy(tracks, ({ hostId }) => hostId);
    return new Map([...byHost].map(([hostId, found]) => [hostId, found.map(({ alarmId }) => alarmId ?? 0)]));
  }

  #publish(hostId: number, steps: readonly AlarmStep[], refolded: ReadonlySet<number>): void {
    const raised: number[] = [];
    const changed = [...refolded];
    const heads = new Set<number>();
    for (const { effect, raised: alarm } of steps) {
      // It has one more occurrence.
      if (alarm?.foldKind === 'owner') heads.add(alarm.parentId ?? 0);
      if (effect?.kind === 'raise' || effect?.kind === 'reoccur') raised.push(effect.alarmId);
      else if (effect) changed.push(effect.alarmId);
    }
    for (const alarmId of heads) if (!raised.includes(alarmId)) changed.push(alarmId);
    if (raised.length + changed.length > 0) this.#options.onUpdate?.({ hostId, raised, changed });
  }
}
