import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { CauseRelation } from '@gwanje/kinds/calls/causes';
import type { CauseFacts, EventFact, RelatedObject, StateFact } from '../facts.ts';

export const AT_MS = Date.UTC(2026, 4, 1, 12);
const MINUTE_MS = 60_000;

export function minutesBefore(minutes: number): number {
  return AT_MS - minutes * MINUTE_MS;
}

export function related(
  kind: RelatedObject['kind'],
  name: string,
  relation: CauseRelation = 'owner',
  more: Partial<RelatedObject> = {},
): RelatedObject {
  const namespace = kind === 'node' ? null : 'shop';
  return {
    kind,
    id: [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1e6,
    hostId: 1,
    name,
    namespace,
    relation,
    ...more,
  };
}

/** One change of an object: field, old value, new value. */
export function stateFact(
  object: RelatedObject,
  minutes: number,
  changes: readonly (readonly [what: string, from: string | null, to: string | null])[],
  more: Partial<StateFact> = {},
): StateFact {
  const atMs = minutesBefore(minutes);
  return {
    object,
    atMs,
    changes: changes.map(([what, from, to]) => ({ what, from, to })),
    record: 'deployment',
    createdMs: atMs - 86_400_000,
    isOwned: false,
    desiredCnt: 3,
    updatedCnt: 0,
    ...more,
  };
}

export function eventFact(object: RelatedObject, minutes: number, more: Partial<EventFact>): EventFact {
  const atMs = minutesBefore(minutes);
  return {
    object,
    objectKind: 'Pod',
    type: 'Warning',
    reason: 'FailedMount',
    message: '',
    cnt: 1,
    firstMs: atMs,
    lastMs: atMs,
    ...more,
  };
}

/** The event of an autoscaler that changed the replicas of its target. */
export function rescaled(object: RelatedObject, minutes: number, size: string): EventFact {
  const reason = { objectKind: 'HorizontalPodAutoscaler', type: 'Normal', reason: 'SuccessfulRescale' };
  return eventFact(object, minutes, { ...reason, message: `New size: ${size}` });
}

export function factsOf(more: Partial<CauseFacts>, itemKey: AlarmItemKey | null = null): CauseFacts {
  return {
    subject: { itemKey, atMs: AT_MS, fromMs: minutesBefore(60), isUnplaced: false, isSharedOnNode: false },
    states: [],
    manifests: [],
    events: [],
    usages: [],
    claims: [],
    agents: [],
    ...more,
  };
}
