import type { addSnooze } from '@gwanje/contract/alarms/alarm-snoozes';
import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { ObjectId } from '@gwanje/contract/definition/ids';

export type SnoozeOf = BodyOf<typeof addSnooze>['of'];
export type SnoozeScope = SnoozeOf['scope'];

export interface ScopeChoice {
  readonly of: SnoozeOf;
  readonly name: string;
}

/** The scopes that can be snoozed from an alarm, narrowest first. */
export function snoozeScopesOf(alarm: AlarmRow): readonly ScopeChoice[] {
  const { hostId, target, objectId, objectName, namespace, ownerKind, ownerName, nodeId, nodeName } = alarm;
  const choices: ScopeChoice[] = [];
  if (objectId !== null) choices.push({ of: { scope: 'object', hostId, objectId }, name: objectName });
  if (namespace !== null && ownerKind !== null && ownerName !== null)
    choices.push({
      of: { scope: 'owner', hostId, namespace, ownerKind, ownerName },
      name: `${ownerKind} ${namespace}/${ownerName}`,
    });
  const ofNode = target === 'node' ? objectId : nodeId;
  if (ofNode !== null)
    choices.push({
      of: { scope: 'node', hostId, objectId: ObjectId.parse(Number(ofNode)) },
      name: target === 'node' ? objectName : (nodeName ?? ''),
    });
  choices.push({ of: { scope: 'cluster', hostId }, name: alarm.clusterName });
  return choices;
}

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
export const SNOOZE_MINUTES = [30, HOUR_MIN, 4 * HOUR_MIN, 12 * HOUR_MIN, DAY_MIN, 3 * DAY_MIN, 7 * DAY_MIN];
