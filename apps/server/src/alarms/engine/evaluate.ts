import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type {
  AlarmSetting,
  AlarmSubject,
  AlarmTarget,
  SettingOrigin,
} from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem, ItemTraits } from '@gwanje/domain/alarms/item';
import { type EffectiveSetting, itemsOf } from '@gwanje/domain/alarms/registry';
import {
  type CloseReason,
  type Effect,
  endTrack,
  nextTrack,
  type Step,
  type Track,
} from '@gwanje/domain/alarms/track';
import { firstThreshold, type Thresholds, thresholdAt, verdictOf } from '@gwanje/domain/alarms/verdict';
import { alarmTypes } from '@gwanje/domain/mappings/labels';
import { type AlarmedKind, alarmedKinds } from '@gwanje/kinds/state/facts';
import type {
  AlarmSnapshot,
  AlarmSubjectNow,
  FactsView,
  ServerGrace,
} from '../../live/views/alarm-snapshot.ts';
import type { SettingCache } from '../settings/setting-cache.ts';
import type { EventCounts } from './state/event-counts.ts';
import type { ObjectKey, TrackStore } from './state/track-store.ts';

/** The part of a track change that is the same for every object of an item. */
interface ItemIdentity {
  readonly target: AlarmSubject;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly type: number;
  /** True: the item reads samples, which change every few seconds. */
  readonly isMeasured: boolean;
}

/** The observed value, which is stored with the alarm. */
interface Observed {
  readonly value: number | null;
  readonly threshold: number | null;
  readonly isNotified: boolean;
  readonly setting: AlarmSetting | null;
  readonly origin: SettingOrigin | null;
  /** Only for a new alarm. */
  readonly subject: AlarmSubjectNow | null;
}

/** One item of one object, and its track so far. */
interface TrackedItem extends ItemIdentity {
  readonly key: ObjectKey;
  readonly before: Track | undefined;
}

/** One item of one object whose track differs from before. */
export interface TrackChange extends TrackedItem, Observed {
  readonly hostId: number;
  readonly after: Track | undefined;
  readonly effect: Effect | undefined;
}

export interface EvaluateContext {
  readonly hostId: number;
  readonly snapshot: AlarmSnapshot;
  readonly settings: SettingCache;
  readonly tracks: TrackStore;
  readonly events: EventCounts;
  readonly nowMs: number;
  readonly server: ServerGrace;
  readonly hasObject: (target: AlarmedKind, id: number) => boolean;
  /** Gives a temporary id to a new alarm. */
  readonly newAlarmId: () => number;
  /** The evaluators add the changes that they find. */
  readonly changes: TrackChange[];
}

type Evaluator = (context: EvaluateContext) => void;

function evaluatorsOf(target: AlarmedKind): Evaluator[] {
  return itemsOf(target).map(
    (item) => (context) => evaluateItem(context, item, context.snapshot.facts(target)),
  );
}

/** One evaluator for each item, one for all cluster items and one for event alarms. They change nothing. */
export const evaluators: readonly Evaluator[] = [
  evaluateCluster,
  ...alarmedKinds.flatMap(evaluatorsOf),
  evaluateEvents,
];

/** Requests wait no longer than this for an evaluation. */
const MAX_BLOCKING_MS = 1;

/**
 * Runs all evaluators over a snapshot of the cluster, and yields to the event loop between them. Takes a new
 * snapshot when the cluster changed meanwhile. Returns no changes when the cluster was deleted.
 */
export async function evaluate(
  takeSnapshot: () => AlarmSnapshot | null,
  rest: Omit<EvaluateContext, 'snapshot' | 'changes'>,
): Promise<{ readonly changes: readonly TrackChange[]; readonly busyMs: number }> {
  const eventLoop = new EventLoopYield(MAX_BLOCKING_MS);
  const changes: TrackChange[] = [];
  let snapshot = takeSnapshot();
  for (const runEvaluator of evaluators) {
    if ((await eventLoop.yieldIfDue()) && !snapshot?.isCurrent) snapshot = takeSnapshot();
    if (!snapshot) return { changes: [], busyMs: eventLoop.busyMs };
    runEvaluator({ ...rest, snapshot, changes });
  }
  return { changes, busyMs: eventLoop.busyMs };
}

function evaluateCluster(context: EvaluateContext): void {
  const view = { facts: context.snapshot.clusterFacts(context.server), object: { slot: 0 } };
  for (const item of itemsOf('cluster')) evaluateItem(context, item, view);
}

/** `object` is one view that moves from object to object; `facts` follow it. */
function evaluateItem<Target extends AlarmTarget>(
  context: EvaluateContext,
  item: AlarmItem<Target>,
  { facts, object }: FactsView<Target>,
): void {
  const { hostId, snapshot, settings } = context;
  const own = settings.ofCluster(hostId, item.key);
  const overrides = settings.overrides(hostId, item.key);
  const tracks = context.tracks.items(hostId).get(item.key);
  if (!own.setting.isOn && !overrides && !tracks) return;
  const isStale = isDataStale(item, snapshot);
  const isAbove = item.worse === 'above';
  const identity = identityOf(item);
  const ownThreshold = firstThreshold(own.setting, item.worse);
  if (!isStale || tracks) {
    const { slots, ids, isMonitored } = snapshot.objects(item.target);
    for (let at = 0; at < slots.length; at++) {
      const id = ids[at] ?? 0;
      object.slot = slots[at] ?? -1;
      const override = overrides?.get(id);
      const setting = override ?? own.setting;
      const before = tracks?.get(id);
      const closeReason = closeReasonOf(isMonitored[at] === 1, setting.isOn);
      if (closeReason) {
        if (before) end(context, { ...identity, key: id, before }, closeReason);
        continue;
      }
      const value = isStale ? Number.NaN : item.evaluate(facts, setting);
      const threshold = override ? firstThreshold(override, item.worse) : ownThreshold;
      const isBreach = isAbove ? value >= threshold : value <= threshold;
      if (!isBreach && before === undefined) continue;
      const effective = override ? { setting: override, origin: 'object' as const } : own;
      observe(context, { ...identity, key: id, before }, item, value, effective);
    }
  }
  const target: AlarmTarget = item.target;
  if (target === 'cluster') return;
  for (const [id, before] of tracks ?? []) {
    if (typeof id === 'number' && !context.hasObject(target, id))
      end(context, { ...identity, key: id, before }, 'targetDeleted');
  }
}

function evaluateEvents(context: EvaluateContext): void {
  const { hostId, snapshot, settings, events, nowMs, tracks } = context;
  const known = new Set<string>();
  for (const rule of settings.eventAlarms(hostId)) {
    const identity = eventIdentity(`event.${rule.eventAlarmId}`, rule.name);
    known.add(identity.itemKey);
    const tracksOfRule = tracks.items(hostId).get(identity.itemKey);
    const closeReason = closeReasonOf(snapshot.isMonitored, rule.isOn);
    if (closeReason) {
      for (const [key, before] of tracksOfRule ?? []) end(context, { ...identity, key, before }, closeReason);
      continue;
    }
    const counted = new Map([...events.of(rule, nowMs)].map((one) => [one.key, one]));
    for (const key of new Set([...counted.keys(), ...(tracksOfRule?.keys() ?? [])])) {
      const { cnt = 0, subject = null } = counted.get(key) ?? {};
      // A missing event is a count of 0 only while the agent that reports events is in contact.
      const value = snapshot.hasRecentState ? cnt : Number.NaN;
      const before = tracksOfRule?.get(key);
      const verdict = verdictOf(value, { ...rule, recoveryMargin: 0 }, 'above');
      const observation = { verdict, holdMs: 0, isMeasured: false, nowMs };
      const step = nextTrack(before, observation, context.newAlarmId);
      const { isNotified } = rule;
      const observed = { ...NOT_OBSERVED, value, threshold: thresholdOf(step, rule), isNotified, subject };
      add(context, { ...identity, key, before }, step, observed);
    }
  }
  // Tracks of deleted event alarms.
  for (const [itemKey, tracksOfRule] of tracks.items(hostId)) {
    if (!itemKey.startsWith('event.') || known.has(itemKey)) continue;
    const identity = eventIdentity(itemKey, null);
    for (const [key, before] of tracksOfRule) end(context, { ...identity, key, before }, 'itemOff');
  }
}

function observe(
  context: EvaluateContext,
  tracked: TrackedItem & { readonly key: number },
  item: ItemTraits,
  value: number,
  { setting, origin }: EffectiveSetting,
): void {
  const observation = {
    verdict: verdictOf(value, setting, item.worse),
    holdMs: setting.holdS * 1000,
    isMeasured: item.basis === 'sample',
    nowMs: context.nowMs,
  };
  const step = nextTrack(tracked.before, observation, context.newAlarmId);
  const { isNotified } = setting;
  const subject = step.effect?.kind === 'raise' ? context.snapshot.subject(item.target, tracked.key) : null;
  const threshold = thresholdOf(step, setting);
  add(context, tracked, step, { value, threshold, isNotified, setting, origin, subject });
}

export const NOT_OBSERVED: Observed = {
  value: null,
  threshold: null,
  isNotified: false,
  setting: null,
  origin: null,
  subject: null,
};

function end(context: EvaluateContext, tracked: TrackedItem, reason: CloseReason): void {
  if (tracked.before) add(context, tracked, endTrack(tracked.before, reason), NOT_OBSERVED);
}

function add(
  { hostId, changes }: EvaluateContext,
  tracked: TrackedItem,
  { track: after, effect }: Step,
  observed: Observed,
): void {
  if (tracked.before === after && !effect) return;
  const { threshold, isNotified, setting, origin, subject } = observed;
  const value = Number.isFinite(observed.value) ? observed.value : null;
  // One spread at the start is much faster than several, and a flood has tens of thousands of changes.
  changes.push({ ...tracked, hostId, after, effect, value, threshold, isNotified, setting, origin, subject });
}

function thresholdOf({ effect }: Step, thresholds: Thresholds): number | null {
  if (effect?.kind === 'worsen') return thresholdAt(5, thresholds);
  return effect?.kind === 'raise' || effect?.kind === 'reoccur'
    ? thresholdAt(effect.level, thresholds)
    : null;
}

function closeReasonOf(isMonitored: boolean, isOn: boolean): CloseReason | null {
  if (!isMonitored) return 'unmonitored';
  return isOn ? null : 'itemOff';
}

/** True: the data that the item reads is too old to evaluate. */
function isDataStale(item: ItemTraits, snapshot: AlarmSnapshot): boolean {
  if (item.basis === 'silence') return false;
  return item.basis === 'sample' ? !snapshot.hasRecentData : !snapshot.hasRecentState;
}

function identityOf({ key, target, type, basis }: ItemTraits): ItemIdentity {
  return { target, itemKey: key, itemName: null, type, isMeasured: basis === 'sample' };
}

function eventIdentity(itemKey: string, itemName: string | null): ItemIdentity {
  return { target: 'event', itemKey, itemName, type: alarmTypes.event, isMeasured: false };
}
