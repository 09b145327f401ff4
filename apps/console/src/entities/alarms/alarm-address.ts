import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { between, rangeToAddress } from '#components/range/range-choice.ts';
import { objectAddress } from '#entities/inventory/object-address.ts';
import { logAddress } from '#entities/logs/log-address.ts';

type Subject = Pick<AlarmRow, 'hostId' | 'target' | 'objectId' | 'objectName' | 'namespace'>;
type Occurred = Subject & Pick<AlarmRow, 'itemKey' | 'occurredAt'>;

export function alarmAddress(alarmId: number): string {
  return `/alarm-list?alarmId=${alarmId}`;
}

/** The page of the alarm's object, which opens for a deleted object too; null if there is no page. */
export function alarmObjectAddress(alarm: Subject): string | null {
  const { hostId, target, objectId, objectName, namespace } = alarm;
  if (target !== 'event') return objectAddress(target, { hostId, id: objectId, name: objectName, namespace });
  return `/mon/event-list?${new URLSearchParams({ hostId: String(hostId), 'f.objectName': `=${objectName}` })}`;
}

const BEFORE_MS = 30 * 60_000;
const AFTER_MS = 15 * 60_000;

/** The charts of the alarm's object around the time of the alarm; null if there are none. */
export function alarmTimeAddress(alarm: Occurred, nowMs: number): string | null {
  const { hostId, target, objectId, itemKey, occurredAt } = alarm;
  const atMs = Date.parse(occurredAt ?? '');
  if (!Number.isFinite(atMs)) return null;
  const toMs = Math.max(atMs, Math.min(atMs + AFTER_MS, nowMs));
  const search = new URLSearchParams({ hostId: String(hostId) });
  for (const [name, text] of Object.entries(rangeToAddress(between(atMs - BEFORE_MS, toMs))))
    if (text !== undefined) search.set(name, text);
  if (target === 'cluster') return `/mon/summary?${search}`;
  if (objectId === null || (target !== 'node' && target !== 'pod')) return null;
  search.set(`${target}Id`, String(objectId));
  return `/mon/${target}/${tabOf(itemKey)}?${search}`;
}

/** Alarms that a container raises by ending: what it wrote is in the log of its run before. */
const OF_ENDED_RUN: readonly string[] = ['pod.crashLoop', 'pod.oomKilled', 'pod.restarts'];

/** The log of the alarm's object around the time of the alarm; null if it has none. */
export function alarmLogAddress(alarm: Occurred & Pick<AlarmRow, 'lastOccurredAt'>): string | null {
  const { hostId, target, objectId, itemKey, occurredAt, lastOccurredAt } = alarm;
  if (objectId === null || (target !== 'pod' && target !== 'workload')) return null;
  const aroundMs = Date.parse(lastOccurredAt ?? occurredAt ?? '');
  if (!Number.isFinite(aroundMs)) return null;
  return logAddress(target, hostId, objectId, { aroundMs, isPrevious: OF_ENDED_RUN.includes(itemKey) });
}

const TABS: readonly (readonly [RegExp, string])[] = [
  [/\.cpu/, 'cpu'],
  [/\.(mem|oom)/i, 'mem'],
  [/\.(fileSystem|inodes|ephemeral|disk)/, 'disk'],
  [/\.net/, 'network'],
];

function tabOf(itemKey: string): string {
  return TABS.find(([pattern]) => pattern.test(itemKey))?.[1] ?? 'summary';
}
