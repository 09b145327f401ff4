import { adoptedBy, type Orphan } from '@gwanje/domain/alarms/folding';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import type { Effect } from '@gwanje/domain/alarms/track';
import type { TrackChange } from './evaluate.ts';
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

/**
 * Folds new alarms under the alarm that explains them: a pod alarm under its node's failure, any alarm under
 * a cluster failure. A new failure also adopts the open alarms that it explains. Failures must come first in
 * `changes`.
 */
export function foldSteps(
  changes: readonly TrackChange[],
  open: OpenAlarmIndex,
  evidenceOf: (change: TrackChange) => string,
  nowMs: number,
): Pick<FoldedSteps, 'steps' | 'adoptions'> {
  const adoptions: Adoption[] = [];
  const steps = changes.map((change): AlarmStep => {
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
  for (const { raised } of steps) if (raised) open.remove(raised.alarmId);
  return { steps, adoptions };
}

function openAlarmOf(
  { hostId, target, key, itemKey, subject }: TrackChange,
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
