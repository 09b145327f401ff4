import type { Db } from '@gwanje/backend/database/schema';
import { CRON_JOB_MS } from '@gwanje/domain/alarms/folding';
import { Mutex } from 'async-mutex';
import type { LiveState } from '../../live/live-state.ts';
import type { AlarmSnapshot } from '../../live/views/alarm-snapshot.ts';
import { IdBlocks } from '../../pipeline/identify/id-block-repository.ts';
import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';
import { ServerRuns } from '../../platform/server-runs.ts';
import { SettingCache } from '../settings/setting-cache.ts';
import type { AlarmChangeHandler, AlarmUpdate, BurstCounts } from './alarm-changes.ts';
import { type AlarmCounts, type ObjectAlarmCounts, setObjectAlarms } from './alarm-counts.ts';
import { evaluate, type TrackChange } from './evaluate.ts';
import {
  type AlarmStep,
  alarmsKeptOpen,
  type FoldContext,
  type FoldedSteps,
  foldSteps,
  worsenedHead,
} from './fold-steps.ts';
import { loadOpenAlarms, loadTracks, loadTracksOf } from './repositories/load-repository.ts';
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
  /** The engine evaluates only owned clusters. */
  readonly ownership: Ownership;
  /** True: other replicas run on the same database, and a cluster is evaluated only after `own`. */
  readonly isReplica?: boolean;
  /** Called in the transaction of every change. */
  readonly onChanges: AlarmChangeHandler;
  /** Called after a transaction was committed. */
  readonly onUpdate?: (update: AlarmUpdate) => void;
  /** Called after the number of open alarms of a cluster or its objects was set in the live state. */
  readonly onCounts?: ((counts: EngineCounts) => void) | undefined;
  /** Track changes that one evaluation writes at most. */
  readonly maxSteps?: number;
}

export interface EvaluationResult {
  /** Time on the main thread, without waiting for the database. */
  readonly busyMs: number;
  /** False: there was more to write than one evaluation may write. The next evaluation continues. */
  readonly isComplete: boolean;
}

/** The engine does not know whether the evaluation of a cluster fails. */
type EngineCounts = Omit<AlarmCounts, 'failingSinceMs'>;

const NOTHING_EVALUATED: EvaluationResult = { busyMs: 0, isComplete: true };

/**
 * Evaluates one cluster at a time: evaluate → fold → write → publish. The tables are authoritative; memory
 * changes only after a transaction was committed.
 */
export class AlarmEngine {
  readonly #options: AlarmEngineOptions;
  /** The clusters whose tracks and alarms are in memory. */
  readonly #loaded = new Set<number>();
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
  /** Objects whose counts were set since the last call of `onCounts`, by cluster. */
  readonly #counted = new Map<number, Map<number, ObjectAlarmCounts>>();
  /** One task at a time reads and changes the tracks. */
  readonly #mutex = new Mutex();
  #areSettingsOld = false;

  static async open(options: AlarmEngineOptions): Promise<AlarmEngine> {
    const { db, live, now, ownership, isReplica } = options;
    const engine = new AlarmEngine(options, await ServerRuns.open(db, now(), isReplica));
    await engine.#settings.load(db);
    await engine.#load([...live.hostIds()].filter((hostId) => ownership.owns(hostId)));
    return engine;
  }

  private constructor(options: AlarmEngineOptions, server: ServerRuns) {
    this.#options = options;
    this.#ids = new IdBlocks(options.db, 'alarm_id_seq');
    this.#server = server;
  }

  /** Reads tracks, open alarms and restarts of clusters. Events are read by their next evaluation. */
  async #load(hostIds: readonly number[]): Promise<void> {
    const { db, live, now } = this.#options;
    const nowMs = now().getTime();
    for (const hostId of hostIds) this.#forget(hostId);
    const [tracks, open] = await Promise.all([
      loadTracksOf(db, hostIds),
      loadOpenAlarms(db, { hostIds }),
      this.#restarts.load(db, hostIds, nowMs),
    ]);
    for (const stored of tracks) this.#tracks.set(stored, stored.track);
    for (const alarm of open) this.#open.put(alarm);
    for (const hostId of hostIds) {
      this.#loaded.add(hostId);
      // The live state may hold counts of an earlier owner.
      live.clearAlarms(hostId);
      for (const objectId of this.#open.alarmedObjects(hostId)) this.#countObject({ hostId, objectId });
      this.#countCluster(hostId);
      // Later restarts are counted from here.
      this.#snapshot(hostId, nowMs);
    }
  }

  #forget(hostId: number): void {
    this.#loaded.delete(hostId);
    this.#tracks.forgetHost(hostId);
    this.#open.forgetHost(hostId);
    this.#restarts.forgetHost(hostId);
    this.#events.forgetHost(hostId, this.#settings.eventAlarms(hostId));
    this.#bursts.delete(hostId);
    this.#counted.delete(hostId);
  }

  /** This server owns the clusters from now on: reads them from the tables. Their live state must be complete. */
  own(hostIds: readonly number[]): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      // A new cluster has settings that were not there when they were read.
      this.#areSettingsOld = true;
      await this.#load(hostIds);
    });
  }

  /** Another server owns the cluster from now on. Waits until nothing is written for it any more. */
  release(hostId: number): Promise<void> {
    return this.#mutex.runExclusive(() => this.#forget(hostId));
  }

  /** The numbers of open alarms of a cluster and of all its objects that have some. */
  countsOf(hostId: number): EngineCounts {
    const objects = [...this.#open.alarmedObjects(hostId)].map((objectId) =>
      this.#objectCounts(hostId, objectId),
    );
    return { hostId, objects, openAlarms: this.#open.clusterCounts(hostId) };
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

  /** Reads alarms of owned clusters again that a user changed. Returns them by cluster. */
  alarmsChanged(alarmIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    return this.#mutex.runExclusive(() => this.#reload(new Set(alarmIds)));
  }

  evaluate(hostId: number): Promise<EvaluationResult> {
    return this.#mutex.runExclusive(() => this.#evaluateOwned(hostId));
  }

  /** Stores that the server still runs, and whether it evaluates alarms. */
  noteRunning(isEvaluating: boolean): Promise<void> {
    return this.#server.note(this.#options.now(), isEvaluating);
  }

  /** False: one of the replicas that run evaluates no alarms. */
  isEvaluatingEverywhere(): Promise<boolean> {
    return this.#server.isEvaluatingEverywhere(this.#options.now());
  }

  /** Frees the memory of deleted clusters and of counts outside every window. */
  tidy(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { live, now } = this.#options;
      const nowMs = now().getTime();
      this.#restarts.forget(nowMs);
      this.#events.forget(nowMs);
      for (const hostId of [...this.#loaded]) if (!live.hasCluster(hostId)) this.#forget(hostId);
    });
  }

  async close(): Promise<void> {
    await this.#mutex.waitForUnlock();
  }

  /** Forgets a cluster that another server owns now: nothing was written for it. */
  async #evaluateOwned(hostId: number): Promise<EvaluationResult> {
    const { live, ownership, isReplica } = this.#options;
    await this.#loadChangedSettings();
    if (!live.hasCluster(hostId) || !ownership.owns(hostId)) return NOTHING_EVALUATED;
    const isLoaded = this.#loaded.has(hostId);
    // The live state of a cluster that a replica takes over is complete only when `own` is called.
    if (!isLoaded && isReplica) return NOTHING_EVALUATED;
    try {
      if (!isLoaded) await this.#load([hostId]);
      return await this.#evaluateCluster(hostId);
    } catch (error) {
      if (!(error instanceof NotOwnerError)) throw error;
      this.#forget(hostId);
      return NOTHING_EVALUATED;
    }
  }

  async #loadChangedSettings(): Promise<void> {
    if (!this.#areSettingsOld) return;
    this.#areSettingsOld = false;
    try {
      await this.#settings.load(this.#options.db);
    } catch (error) {
      this.#areSettingsOld = true;
      throw error;
    }
  }

  async #evaluateCluster(hostId: number): Promise<EvaluationResult> {
    const { now, maxSteps = MAX_STEPS } = this.#options;
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
    let isAnyChanged = false;
    for (const alarm of this.#open.ofHost(hostId)) {
      const isKeptOpen = keptOpen.has(alarm.alarmId);
      if (alarm.isKeptOpen === isKeptOpen) continue;
      isAnyChanged = true;
      alarm.isKeptOpen = isKeptOpen;
      this.#countObject(alarm);
    }
    if (isAnyChanged) this.#countCluster(hostId);
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
    const { db, onChanges, ownership } = this.#options;
    // The counts of a batch that fails must be discarded.
    const burst: BurstCounts = new Map(this.#bursts.get(hostId));
    try {
      const result = await writeBatch(db, batch, onChanges, burst, now, (trx) =>
        ownership.fence(trx, [hostId]),
      );
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
  #countObject({ hostId, objectId }: Pick<OpenAlarm, 'hostId' | 'objectId'>): void {
    const { live, onCounts } = this.#options;
    const counts = this.#objectCounts(hostId, objectId);
    setObjectAlarms(live, hostId, counts);
    if (!onCounts) return;
    const counted = this.#counted.get(hostId) ?? new Map<number, ObjectAlarmCounts>();
    counted.set(counts.objectId, counts);
    this.#counted.set(hostId, counted);
  }

  #objectCounts(hostId: number, objectId: number | null): ObjectAlarmCounts {
    const { warning, critical } = this.#open.objectCounts(hostId, objectId);
    return { objectId: objectId ?? 0, warningCnt: warning, criticalCnt: critical };
  }

  /** Call it after the objects were counted. */
  #countCluster(hostId: number): void {
    const { live, onCounts } = this.#options;
    const openAlarms = this.#open.clusterCounts(hostId);
    live.setOpenAlarms(hostId, openAlarms);
    const objects = [...(this.#counted.get(hostId)?.values() ?? [])];
    this.#counted.delete(hostId);
    onCounts?.({ hostId, objects, openAlarms });
  }

  /** The evidence that is in memory now. Series and events are added later. */
  #evidenceOf({ value, threshold, setting, origin, target, key }: TrackChange): string {
    const isObject = target !== 'cluster' && target !== 'event' && typeof key === 'number';
    const state = isObject ? this.#options.live.stateOf(target, key) : null;
    const later = { series: null, eventList: [], neighbourList: [] };
    return JSON.stringify({ value, threshold, setting, origin, state, ...later });
  }

  /** Reads alarms of the clusters in memory, and their tracks, from the tables. Returns them by cluster. */
  async #reload(alarmIds: ReadonlySet<number>): Promise<ReadonlyMap<number, number[]>> {
    const { db } = this.#options;
    const isLoaded = ({ hostId }: { readonly hostId: number }) => this.#loaded.has(hostId);
    const tracks = (await loadTracks(db, [...alarmIds])).filter(isLoaded);
    for (const stored of tracks) this.#tracks.set(stored, stored.track);
    const open = (await loadOpenAlarms(db, { alarmIds: [...alarmIds] })).filter(isLoaded);
    const openNow = new Map(open.map((alarm) => [alarm.alarmId, alarm]));
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
