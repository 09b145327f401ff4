import type { Database } from '@gwanje/backend/database/schema';
import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import { adoptedBy } from '@gwanje/domain/alarms/folding';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import type { Effect, Track } from '@gwanje/domain/alarms/track';
import { Mutex } from 'async-mutex';
import type { Kysely } from 'kysely';
import type { LiveState } from '../../live/live-state.ts';
import { type LookedAt, lookedAt } from '../../live/views/alarm-look.ts';
import { IdBlocks } from '../../pipeline/identify/id-block-repository.ts';
import type { ToldCounts } from '../notifications/tell.ts';
import { SettingBook } from '../settings/setting-book.ts';
import { evaluate, type Finding } from './evaluate.ts';
import { EventCounts } from './event-counts.ts';
import { loadAllTracks, loadOpen, loadTracks } from './load.ts';
import { type OpenAlarm, OpenAlarms } from './open-alarms.ts';
import { type Part, partsOf, STEPS_A_LOOK, urgentFirst } from './parts.ts';
import { RestartLog } from './restart-log.ts';
import { type ObjectKey, TrackBook } from './track-book.ts';
import { WrittenTracks } from './worth-writing.ts';
import { type Adoption, type AlarmStep, AlreadyOpenError, writeSteps } from './write.ts';

export interface AlarmEngineOptions {
  readonly db: Kysely<Database>;
  readonly live: LiveState;
  readonly now: () => Date;
  /** Raised or broken again, and changed otherwise; by cluster, after they were written. */
  readonly onAlarms?: (news: AlarmNews) => void;
  /** As much is written of one look at most. */
  readonly stepsALook?: number;
}

export interface AlarmNews {
  readonly hostId: number;
  readonly raised: readonly number[];
  readonly changed: readonly number[];
}

export interface Looked {
  /** Of the main thread; what was waited for does not count. */
  readonly busyMs: number;
  /** False: there was more to write than one look may. The next goes on. */
  readonly isAll: boolean;
}

/** Looks at clusters, and keeps alarms as they are to be. One thing at a time; nothing is known before it is written. */
export class AlarmEngine {
  readonly #options: AlarmEngineOptions;
  readonly #settings = new SettingBook();
  readonly #tracks = new TrackBook();
  readonly #written = new WrittenTracks();
  readonly #open = new OpenAlarms();
  readonly #restarts = new RestartLog();
  readonly #events = new EventCounts();
  readonly #ids: IdBlocks;
  /** Of clusters where more happens than one look writes: a flood is one, however many looks it takes. */
  readonly #told = new Map<number, ToldCounts>();
  readonly #startedMs: number;
  /** Alarms that broke again, and whose place is still to be found. */
  readonly #back: number[] = [];
  /** One task at a time reads and changes the tracks. */
  readonly #mutex = new Mutex();
  #areSettingsOld = false;

  static async open(options: AlarmEngineOptions): Promise<AlarmEngine> {
    const engine = new AlarmEngine(options);
    const { db, now } = options;
    await engine.#settings.load(db);
    for (const { hostId, itemKey, key, track } of await loadAllTracks(db)) {
      engine.#tracks.set(hostId, itemKey, key, track);
      engine.#written.note(track);
    }
    await engine.#restarts.load(db, now().getTime());
    for (const alarm of await loadOpen(db)) engine.#open.put(alarm);
    const nowMs = now().getTime();
    for (const hostId of options.live.hostIds()) {
      engine.#showHost(hostId);
      // What is there now is what later restarts are counted from.
      const look = options.live.alarmLook(hostId, nowMs, engine.#restarts);
      if (look) engine.#restarts.follow(hostId, look, nowMs);
    }
    return engine;
  }

  private constructor(options: AlarmEngineOptions) {
    this.#options = options;
    this.#ids = new IdBlocks(options.db, 'alarm_id_seq');
    this.#startedMs = options.now().getTime();
  }

  get openCnt(): number {
    return this.#open.size;
  }

  /** Somebody has changed settings, templates or event alarms: they count from the next evaluation on. */
  settingsChanged(): void {
    this.#areSettingsOld = true;
  }

  /** Another process may have changed them. */
  settingsMayHaveChanged(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#settings.load(this.#options.db));
  }

  /** Somebody has changed these alarms. Answers them by cluster. */
  alarmsChanged(alarmIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    return this.#mutex.runExclusive(() => this.#reload(new Set(alarmIds)));
  }

  /** Looks at one cluster now. */
  evaluate(hostId: number): Promise<Looked> {
    return this.#mutex.runExclusive(() => this.#evaluate(hostId));
  }

  /** Clusters that are gone, and what windows have left behind. */
  tidy(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { live, now } = this.#options;
      const nowMs = now().getTime();
      this.#restarts.forget(nowMs);
      this.#events.forget(nowMs);
      for (const hostId of [...this.#tracks.hostIds()]) {
        if (live.hasCluster(hostId)) continue;
        this.#tracks.forgetHost(hostId);
        this.#told.delete(hostId);
        for (const { alarmId } of [...this.#open.ofHost(hostId)]) this.#open.remove(alarmId);
      }
    });
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#mutex.waitForUnlock();
  }

  async #evaluate(hostId: number): Promise<Looked> {
    const { db, live, now } = this.#options;
    if (this.#areSettingsOld) {
      this.#areSettingsOld = false;
      await this.#settings.load(db);
    }
    const at = now();
    const nowMs = at.getTime();
    if (!live.hasCluster(hostId)) return { busyMs: 0, isAll: true };
    const toldMs = live.alarmLook(hostId, nowMs, this.#restarts)?.stateMs ?? Number.NaN;
    await this.#events.read(db, hostId, this.#settings.eventAlarms(hostId), { nowMs, toldMs });
    const { found, busyMs } = await this.#look(hostId, nowMs);
    const findings = urgentFirst(found).slice(0, this.#options.stepsALook ?? STEPS_A_LOOK);
    let isAll = findings.length === found.length;
    const orphans = this.#open.orphans(hostId);
    if (findings.length + orphans.length > 0) {
      await this.#ids.reserve(findings.filter(({ effect }) => effect?.kind === 'raise').length);
      const numbered = findings.map((finding) => withNumber(finding, () => this.#ids.take()));
      const told: ToldCounts = this.#told.get(hostId) ?? new Map();
      this.#told.set(hostId, told);
      for (const part of partsOf({ ...this.#fold(numbered, nowMs), orphans })) {
        const isWritten = await this.#write(hostId, part, told, at);
        if (isWritten) continue;
        isAll = false;
        break;
      }
      for (const part of partsOf({ steps: [], ...this.#open.foldedAgain(this.#back.splice(0)) }))
        await this.#write(hostId, part, told, at);
    }
    if (isAll) this.#told.delete(hostId);
    return { busyMs, isAll };
  }

  /** What is to be written; what a restart would not miss is only remembered. */
  async #look(hostId: number, nowMs: number): Promise<{ found: Finding[]; busyMs: number }> {
    const { live } = this.#options;
    const lookNow = () => {
      const look = live.alarmLook(hostId, nowMs, this.#restarts);
      if (look) this.#restarts.follow(hostId, look, nowMs);
      return look;
    };
    let temporaryId = 0;
    const { findings, busyMs } = await evaluate(lookNow, {
      hostId,
      settings: this.#settings,
      tracks: this.#tracks,
      events: this.#events,
      nowMs,
      startedMs: this.#startedMs,
      hasObject: (target, id) => live.has(target, id),
      newAlarmId: () => --temporaryId,
    });
    const found = findings.filter((finding) => {
      const { before, after, effect } = finding;
      if (effect || this.#written.isWorthWriting(finding, nowMs)) return true;
      this.#written.follow(before, after);
      this.#remember(finding);
      return false;
    });
    return { found, busyMs };
  }

  /** False: it was found from what is no longer so. Then the rest was too, and the next look finds what there is. */
  async #write(hostId: number, part: Part, told: ToldCounts, now: Date): Promise<boolean> {
    const counts = new Map(told);
    let outdated: Set<number>;
    try {
      outdated = await writeSteps(this.#options.db, { ...part, told: counts, now });
    } catch (error) {
      if (!(error instanceof AlreadyOpenError)) throw error;
      await this.#reload(new Set(error.alarmIds));
      return false;
    }
    for (const [webhookId, cnt] of counts) told.set(webhookId, cnt);
    const written = part.steps.filter(({ before, effect }) => {
      const alarmId = effect?.alarmId ?? (before && 'alarmId' in before ? before.alarmId : null);
      return alarmId === null || !outdated.has(alarmId);
    });
    for (const step of written) {
      this.#apply(step, now.getTime());
      this.#written.note(step.after);
    }
    const folded = new Set([...part.orphans, ...part.adoptions].map(({ alarmId }) => alarmId));
    // Forgotten when they recovered, with what they were folded under.
    const back = written.flatMap(({ effect }) => (effect?.kind === 'reoccur' ? [effect.alarmId] : []));
    this.#back.push(...back);
    const touched = new Set([...outdated, ...folded, ...back]);
    if (touched.size > 0) await this.#reload(touched);
    this.#showOpen(hostId);
    this.#tell(hostId, written, folded);
    return true;
  }

  /** Failures first: what they explain is folded under them at once. */
  #fold(findings: readonly Finding[], nowMs: number): { steps: AlarmStep[]; adoptions: Adoption[] } {
    const adoptions: Adoption[] = [];
    const raisedHere: OpenAlarm[] = [];
    const steps = findings.map((finding): AlarmStep => {
      if (finding.effect?.kind !== 'raise') return { ...finding, parent: null, evidence: null };
      const alarm = openAlarmOf(finding, finding.effect, nowMs);
      const parent = this.#open.parentFor(alarm);
      if (!parent) {
        for (const { alarmId } of adoptedBy(alarm, this.#withoutParent(alarm.hostId)))
          adoptions.push({
            alarmId,
            parentId: alarm.alarmId,
            kind: alarm.target === 'node' ? 'node' : 'cluster',
          });
      }
      alarm.parentId = parent?.alarmId ?? null;
      alarm.foldKind = parent?.kind ?? null;
      // So that those after it find it; taken out again until it is written.
      this.#open.put(alarm);
      raisedHere.push(alarm);
      return { ...finding, parent, evidence: this.#evidence(finding) };
    });
    for (const { alarmId } of raisedHere) this.#open.remove(alarmId);
    return { steps, adoptions };
  }

  *#withoutParent(hostId: number): Iterable<OpenAlarm> {
    for (const alarm of this.#open.ofHost(hostId)) if (alarm.parentId === null) yield alarm;
  }

  /** What is known in memory at this moment; series and events follow. */
  #evidence(finding: Finding): string {
    const { value, threshold, setting, origin, target, key } = finding;
    const isObject = target !== 'cluster' && target !== 'event' && typeof key === 'number';
    const state = isObject ? this.#options.live.stateOf(target, key) : null;
    return JSON.stringify({
      value,
      threshold,
      setting,
      origin,
      state,
      series: null,
      eventList: [],
      neighbourList: [],
    });
  }

  #remember({ hostId, itemKey, key, after }: Finding): void {
    this.#tracks.set(hostId, itemKey, key, after);
  }

  /** After it was written. */
  #apply(step: AlarmStep, nowMs: number): void {
    this.#remember(step);
    const { effect, after } = step;
    if (!effect) return;
    if (effect.kind === 'raise') {
      const alarm = openAlarmOf(step, effect, nowMs);
      alarm.parentId = step.parent?.alarmId ?? null;
      alarm.foldKind = step.parent?.kind ?? null;
      this.#open.put(alarm);
      this.#show(alarm);
      return;
    }
    const alarm = this.#open.get(effect.alarmId);
    if (after?.kind !== 'open') {
      const gone = this.#open.remove(effect.alarmId);
      if (gone) this.#show(gone);
    } else if (alarm) {
      alarm.level = after.level;
      alarm.isRecovered = after.recoveredMs !== null;
      this.#show(alarm);
    }
  }

  /** Alarms as the tables have them by now, whoever changed them. */
  async #reload(alarmIds: ReadonlySet<number>): Promise<ReadonlyMap<number, number[]>> {
    const { db } = this.#options;
    const byHost = new Map<number, number[]>();
    for (const { alarmId, hostId, itemKey, key, track } of await loadTracks(db, [...alarmIds])) {
      this.#tracks.set(hostId, itemKey, key, track);
      this.#written.note(track);
      const ofHost = byHost.get(hostId) ?? [];
      ofHost.push(alarmId ?? 0);
      byHost.set(hostId, ofHost);
    }
    const found = new Map((await loadOpen(db, [...alarmIds])).map((alarm) => [alarm.alarmId, alarm]));
    const hostIds = new Set<number>();
    for (const alarmId of alarmIds) {
      const gone = this.#open.remove(alarmId);
      const now = found.get(alarmId);
      if (now) this.#open.put(now);
      const shown = now ?? gone;
      if (!shown) continue;
      this.#show(shown);
      hostIds.add(shown.hostId);
    }
    for (const hostId of hostIds) this.#showOpen(hostId);
    return byHost;
  }

  #showHost(hostId: number): void {
    for (const alarm of this.#open.ofHost(hostId)) this.#show(alarm);
    this.#showOpen(hostId);
  }

  #showOpen(hostId: number): void {
    this.#options.live.setOpenAlarms(hostId, this.#open.headCounts(hostId));
  }

  /** What is wrong with its object, where lists and dashboards look. */
  #show({ target, hostId, objectId }: Pick<OpenAlarm, 'target' | 'hostId' | 'objectId'>): void {
    const { live } = this.#options;
    const { warning, critical } = this.#open.counts(target, hostId, objectId);
    if (objectId === null) live.setAlarms('cluster', hostId, warning, critical);
    else for (const kind of liveKindsOf(target)) live.setAlarms(kind, objectId, warning, critical);
  }

  #tell(hostId: number, steps: readonly AlarmStep[], folded: ReadonlySet<number>): void {
    const raised: number[] = [];
    const changed = [...folded];
    for (const { effect } of steps) {
      if (!effect) continue;
      if (effect.kind === 'raise' || effect.kind === 'reoccur') raised.push(effect.alarmId);
      else changed.push(effect.alarmId);
    }
    if (raised.length + changed.length > 0) this.#options.onAlarms?.({ hostId, raised, changed });
  }
}

/** Ids are of one sequence: an event may speak of any kind. */
function liveKindsOf(target: AlarmSubject): readonly LookedAt[] {
  return target === 'cluster' || target === 'event' ? lookedAt : [target];
}

function withNumber(finding: Finding, take: () => number): Finding {
  const { effect, after } = finding;
  if (effect?.kind !== 'raise' || after?.kind !== 'open') return finding;
  const alarmId = take();
  const numbered: Track = { ...after, alarmId };
  return { ...finding, effect: { ...effect, alarmId }, after: numbered };
}

function openAlarmOf(
  { hostId, target, key, itemKey, subject }: Finding & { readonly key: ObjectKey },
  { alarmId, level }: Extract<Effect, { kind: 'raise' }>,
  nowMs: number,
): OpenAlarm {
  return {
    alarmId,
    itemKey,
    target,
    hostId,
    objectId: subject?.objectId ?? (typeof key === 'number' && key !== 0 ? key : null),
    nodeId: subject?.nodeId ?? null,
    ownerKey: ownerKeyOf(subject?.namespace ?? '', subject?.ownerKind ?? null, subject?.ownerName ?? null),
    occurredMs: nowMs,
    level,
    isRecovered: false,
    parentId: null,
    foldKind: null,
  };
}
