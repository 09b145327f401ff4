import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { AlarmSetting, SettingOrigin } from '@gwanje/contract/alarm-items';
import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import type { FactsOf } from '@gwanje/domain/alarms/facts';
import type { AlarmItem, ItemTraits } from '@gwanje/domain/alarms/item';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import {
  type CloseReason,
  type Effect,
  endTrack,
  nextTrack,
  type Step,
  type Track,
} from '@gwanje/domain/alarms/track';
import { type AlarmLevel, thresholdAt, verdictOf } from '@gwanje/domain/alarms/verdict';
import { alarmTypes } from '@gwanje/domain/mappings/alarm';
import type { AlarmLook, AlarmSubjectNow, LookedAt, View } from '../../live/views/alarm-look.ts';
import type { EventAlarm, SettingBook } from '../settings/setting-book.ts';
import type { EventCounts } from './event-counts.ts';
import type { ItemTracks, ObjectKey, TrackBook } from './track-book.ts';

/** One item of one object whose state is another than before. */
export interface Finding {
  readonly hostId: number;
  readonly target: AlarmSubject;
  readonly key: ObjectKey;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly type: number;
  /** Whether it rests on samples, which come and go by the second. */
  readonly isMeasured: boolean;
  readonly before: Track | undefined;
  readonly after: Track | undefined;
  readonly effect: Effect | undefined;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly isNotified: boolean;
  readonly setting: AlarmSetting | null;
  readonly origin: SettingOrigin | null;
  /** Of a new alarm alone. */
  readonly subject: AlarmSubjectNow | null;
}

export interface EvaluateContext {
  readonly hostId: number;
  readonly look: AlarmLook;
  readonly settings: SettingBook;
  readonly tracks: TrackBook;
  readonly events: EventCounts;
  readonly nowMs: number;
  readonly startedMs: number;
  readonly hasObject: (target: LookedAt, id: number) => boolean;
  /** Stands for an alarm until it has a number of its own. */
  readonly newAlarmId: () => number;
}

interface Subject {
  readonly target: AlarmSubject;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly type: number;
  readonly isMeasured: boolean;
}

type Part = (context: EvaluateContext, findings: Finding[]) => void;

function partsOf<Target extends LookedAt>(
  target: Target,
  viewOf: (look: AlarmLook) => FactsOf[Target] & View,
): Part[] {
  return itemsOf(target).map(
    (item) => (context, findings) => evaluateObjects(context, target, item, viewOf(context.look), findings),
  );
}

/** Item by item, everything of one cluster whose state changes by a look at it now. Nothing is changed by looking. */
export const evaluationParts: readonly Part[] = [
  evaluateCluster,
  ...partsOf('node', ({ views }) => views.node),
  ...partsOf('pod', ({ views }) => views.pod),
  ...partsOf('volume', ({ views }) => views.volume),
  ...partsOf('claim', ({ views }) => views.claim),
  evaluateEvents,
];

/** So long whoever asks something may have to wait for a look. */
const LONGEST_STRETCH_MS = 1;

/**
 * What `lookNow` shows, by all parts; none where the cluster is gone. Between two parts others have their turn, and what
 * they have changed counts.
 */
export async function evaluate(
  lookNow: () => AlarmLook | null,
  rest: Omit<EvaluateContext, 'look'>,
): Promise<{ readonly findings: readonly Finding[]; readonly busyMs: number }> {
  const eventLoop = new EventLoopYield(LONGEST_STRETCH_MS);
  const findings: Finding[] = [];
  let look = lookNow();
  for (const part of evaluationParts) {
    if ((await eventLoop.yieldIfDue()) && !look?.isCurrent) look = lookNow();
    if (!look) return { findings: [], busyMs: eventLoop.busyMs };
    part({ ...rest, look }, findings);
  }
  return { findings, busyMs: eventLoop.busyMs };
}

function evaluateCluster(context: EvaluateContext, findings: Finding[]): void {
  const { hostId, look, settings, tracks, startedMs } = context;
  const facts = look.clusterFacts(startedMs);
  for (const item of itemsOf('cluster')) {
    const { setting, origin } = settings.ofCluster(hostId, item.key);
    const before = tracks.get(hostId, item.key, 0);
    if (!look.isMonitored || !setting.isOn) {
      const reason = look.isMonitored ? 'itemOff' : 'unmonitored';
      if (before) end(context, subjectOf(item), 0, before, reason, findings);
      continue;
    }
    const value = isBlind(item, look) ? Number.NaN : item.evaluate(facts, setting);
    take(context, item, 0, before, value, setting, origin, findings);
  }
}

/** `facts` stands for one object after the other. */
function evaluateObjects<Target extends LookedAt>(
  context: EvaluateContext,
  target: Target,
  item: AlarmItem<Target>,
  facts: FactsOf[Target] & View,
  findings: Finding[],
): void {
  const { hostId, look, settings } = context;
  const own = settings.ofCluster(hostId, item.key);
  const overrides = settings.overrides(hostId, item.key);
  const tracks = context.tracks.items(hostId).get(item.key);
  if (!own.setting.isOn && !overrides && !tracks) return;
  const blind = isBlind(item, look);
  const isAbove = item.worse === 'above';
  const first = firstThreshold(own.setting, isAbove);
  if (!blind || tracks) {
    const { slots, ids, isMonitored } = look.objects(target);
    for (let at = 0; at < slots.length; at++) {
      const id = ids[at] ?? 0;
      facts.slot = slots[at] ?? -1;
      const override = overrides?.get(id);
      const setting = override ?? own.setting;
      const before = tracks?.get(id);
      if (isMonitored[at] !== 1 || !setting.isOn) {
        const reason = isMonitored[at] === 1 ? 'itemOff' : 'unmonitored';
        if (before) end(context, subjectOf(item), id, before, reason, findings);
        continue;
      }
      const value = blind ? Number.NaN : item.evaluate(facts, setting);
      const threshold = override ? firstThreshold(override, isAbove) : first;
      const isBreach = isAbove ? value >= threshold : value <= threshold;
      if (!isBreach && before === undefined) continue;
      take(context, item, id, before, value, setting, override ? 'object' : own.origin, findings);
    }
  }
  endGone(context, target, item, tracks, findings);
}

function endGone(
  context: EvaluateContext,
  target: LookedAt,
  item: ItemTraits,
  tracks: ItemTracks | undefined,
  findings: Finding[],
): void {
  for (const [id, before] of tracks ?? []) {
    if (typeof id === 'number' && !context.hasObject(target, id))
      end(context, subjectOf(item), id, before, 'targetDeleted', findings);
  }
}

function evaluateEvents(context: EvaluateContext, findings: Finding[]): void {
  const { hostId, look, settings, events, nowMs, tracks } = context;
  const rules = settings.eventAlarms(hostId);
  const known = new Set<string>();
  for (const rule of rules) {
    const subject = eventSubject(rule);
    known.add(subject.itemKey);
    const former = tracks.items(hostId).get(subject.itemKey);
    if (!look.isMonitored || !rule.isOn) {
      const reason = look.isMonitored ? 'itemOff' : 'unmonitored';
      for (const [key, before] of former ?? []) end(context, subject, key, before, reason, findings);
      continue;
    }
    const seen = new Map([...events.of(rule, nowMs)].map((one) => [one.key, one]));
    for (const key of new Set([...seen.keys(), ...(former?.keys() ?? [])])) {
      // None happened, as long as whoever tells of them is heard.
      const value = look.isStateHeard ? (seen.get(key)?.cnt ?? 0) : Number.NaN;
      const setting = { ...rule, recoveryMargin: 0 };
      const before = former?.get(key);
      const step = nextTrack(
        before,
        { verdict: verdictOf(value, setting, 'above'), holdMs: 0, isMeasured: false, nowMs },
        context.newAlarmId,
      );
      note(context, subject, key, before, step, findings, {
        value,
        threshold: thresholdOf(step, setting),
        isNotified: rule.isNotified,
        setting: null,
        origin: null,
        subject: seen.get(key)?.subject ?? null,
      });
    }
  }
  // Of rules that are gone.
  for (const [itemKey, former] of tracks.items(hostId)) {
    if (!itemKey.startsWith('event.') || known.has(itemKey)) continue;
    const subject = { ...EVENT, itemKey, itemName: null };
    for (const [key, before] of former) end(context, subject, key, before, 'itemOff', findings);
  }
}

function take(
  context: EvaluateContext,
  item: ItemTraits,
  id: number,
  before: Track | undefined,
  value: number,
  setting: AlarmSetting,
  origin: SettingOrigin,
  findings: Finding[],
): void {
  const look = {
    verdict: verdictOf(value, setting, item.worse),
    holdMs: setting.holdS * 1000,
    isMeasured: item.basis === 'sample',
    nowMs: context.nowMs,
  };
  const step = nextTrack(before, look, context.newAlarmId);
  note(context, subjectOf(item), id, before, step, findings, {
    value,
    threshold: thresholdOf(step, setting),
    isNotified: setting.isNotified,
    setting,
    origin,
    subject: step.effect?.kind === 'raise' ? context.look.subject(item.target, id) : null,
  });
}

function end(
  context: EvaluateContext,
  subject: Subject,
  key: ObjectKey,
  before: Track,
  reason: CloseReason,
  findings: Finding[],
): void {
  note(context, subject, key, before, endTrack(before, reason), findings, {
    value: Number.NaN,
    threshold: null,
    isNotified: false,
    setting: null,
    origin: null,
    subject: null,
  });
}

function note(
  { hostId }: EvaluateContext,
  { target, itemKey, itemName, type, isMeasured }: Subject,
  key: ObjectKey,
  before: Track | undefined,
  { track: after, effect }: Step,
  findings: Finding[],
  more: Pick<Finding, 'threshold' | 'isNotified' | 'setting' | 'origin' | 'subject'> & { value: number },
): void {
  if (before === after && !effect) return;
  const value = Number.isFinite(more.value) ? more.value : null;
  findings.push({
    hostId,
    target,
    key,
    itemKey,
    itemName,
    type,
    isMeasured,
    before,
    after,
    effect,
    ...more,
    value,
  });
}

function thresholdOf({ effect }: Step, setting: Parameters<typeof thresholdAt>[1]): number | null {
  const level: AlarmLevel | null =
    effect?.kind === 'raise' || effect?.kind === 'reoccur'
      ? effect.level
      : effect?.kind === 'worsen'
        ? 5
        : null;
  return level === null ? null : thresholdAt(level, setting);
}

/** Nobody has said how it is: silence is no state. */
function isBlind(item: ItemTraits, look: AlarmLook): boolean {
  if (item.basis === 'silence') return false;
  return item.basis === 'sample' ? !look.isHeard : !look.isStateHeard;
}

/** The first threshold a value reaches on its way to the worse; none is ever reached where none is set. */
function firstThreshold({ warning, critical }: AlarmSetting, isAbove: boolean): number {
  return warning ?? critical ?? (isAbove ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
}

function subjectOf({ key, target, type, basis }: ItemTraits): Subject {
  return { target, itemKey: key, itemName: null, type, isMeasured: basis === 'sample' };
}

const EVENT = { target: 'event', type: alarmTypes.event, isMeasured: false } as const;

function eventSubject({ eventAlarmId, name }: EventAlarm): Subject {
  return { ...EVENT, itemKey: `event.${eventAlarmId}`, itemName: name };
}
