import { adoptedBy, type Orphan } from '@gwanje/domain/alarms/folding';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import type { Effect, Track } from '@gwanje/domain/alarms/track';
import { alarmTypes } from '@gwanje/domain/mappings/labels';
import { NOT_OBSERVED, type TrackChange } from './evaluate.ts';
import type { Adoption, OpenAlarm, OpenAlarmIndex } from './state/open-alarm-index.ts';

/** A track change, and the alarm that it raises. */
export interface AlarmStep extends TrackChange {
  readonly raised: OpenAlarm | null;
  /** The first evidence of the raised alarm, as JSON. */
  readonly evidence: string | null;
}

export interface FoldedSteps {
  readonly steps: readonly AlarmStep[];
  readonly orphans: readonly Orphan[];
  readonly adoptions: readonly Adoption[];
}

export interface FoldContext {
  readonly hostId: number;
  readonly open: OpenAlarmIndex;
  readonly nowMs: number;
  readonly evidenceOf: (change: TrackChange) => string;
  /** True: the pod of the alarm is gone, and the trouble of its owner goes on. */
  readonly isOwnerFailing: (alarm: OpenAlarm) => boolean;
}

/**
 * Folds new alarms under the alarm that explains them: a pod alarm under its node's failure, any alarm under
 * a cluster failure, symptoms of a pod and pods of an owner under the first of them. A new failure also adopts
 * the open alarms that it explains. Failures must come first in `changes`. `keptOpen` are alarms that would end
 * now but for the alarms that are folded under them: their steps are left out.
 */
export function foldSteps(
  changes: readonly TrackChange[],
  context: FoldContext,
): Pick<FoldedSteps, 'steps' | 'adoptions'> & { readonly keptOpen: ReadonlySet<number> } {
  const { open, evidenceOf, nowMs } = context;
  const adoptions: Adoption[] = [];
  const folded = changes.map((change): AlarmStep => {
    if (change.effect?.kind !== 'raise') return { ...change, raised: null, evidence: null };
    const alarm = openAlarmOf(change, change.effect, nowMs);
    const parent = open.parentFor(alarm);
    if (parent) {
      alarm.parentId = parent.alarmId;
      alarm.foldKind = parent.kind;
    } else {
      const kind = alarm.target === 'node' ? 'node' : 'cluster';
      for (const { alarmId } of adoptedBy(alarm, open.withoutParent(alarm.hostId)))
        adoptions.push({ alarmId, parentId: alarm.alarmId, kind });
    }
    // Later changes must find this alarm as a parent. It is removed from the index again until it is written.
    open.put(alarm);
    return { ...change, raised: alarm, evidence: evidenceOf(change) };
  });
  const keptOpen = alarmsKeptOpen(folded, context);
  const steps = folded.filter(({ effect }) => !effect || !keptOpen.has(effect.alarmId));
  for (const { raised } of steps) if (raised) open.remove(raised.alarmId);
  return { steps, adoptions, keptOpen };
}

/** Alarms that end now, while alarms that are folded under them, or the failures of their cron job, go on. */
export function alarmsKeptOpen(
  steps: readonly TrackChange[],
  { hostId, open, isOwnerFailing }: FoldContext,
): ReadonlySet<number> {
  const ending = new Set(steps.flatMap(({ effect }) => (effect && isEnd(effect) ? [effect.alarmId] : [])));
  if (ending.size === 0) return ending;
  const heads = new Set(open.headsOfActive(hostId, ending));
  const kept = steps.flatMap(({ effect, itemKey }) => {
    const alarm = effect && ending.has(effect.alarmId) ? open.get(effect.alarmId) : undefined;
    if (!effect || !alarm) return [];
    // A failed pod is never well again: it is being deleted, or a later pod has succeeded.
    const isPodGone = effect.kind === 'close' || itemKey === 'pod.failed';
    const isOwners = alarm.parentId === null && isPodGone && isOwnerFailing(alarm);
    return isOwners || heads.has(alarm.alarmId) ? [alarm.alarmId] : [];
  });
  return new Set(kept);
}

function isEnd(effect: Effect): boolean {
  return effect.kind === 'recover' || (effect.kind === 'close' && effect.reason === 'targetDeleted');
}

/** An alarm is as severe as the alarms that are folded under it: nobody is notified of those. */
export function worsenedHead(head: OpenAlarm, before: Extract<Track, { kind: 'open' }>): AlarmStep {
  return {
    hostId: head.hostId,
    target: head.target,
    itemKey: head.itemKey,
    itemName: null,
    type: alarmTypes.failure,
    isMeasured: false,
    key: head.objectId ?? 0,
    before,
    after: { ...before, level: 5 },
    effect: { kind: 'worsen', alarmId: head.alarmId },
    ...NOT_OBSERVED,
    raised: null,
    evidence: null,
  };
}

function openAlarmOf(
  { hostId, target, key, itemKey, subject, isNotified }: TrackChange,
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
    lastOccurredMs: nowMs,
    isNotified,
    level,
    isRecovered: false,
    isKeptOpen: false,
    parentId: null,
    foldKind: null,
  };
}
