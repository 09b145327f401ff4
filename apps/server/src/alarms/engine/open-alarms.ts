import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import {
  type FoldKind,
  type FoldSubject,
  failureKind,
  type Orphan,
  orphansOf,
  type Parent,
  parentOf,
} from '@gwanje/domain/alarms/folding';
import type { AlarmLevel } from '@gwanje/domain/alarms/verdict';
import type { Adoption } from './write.ts';

export interface OpenAlarm extends FoldSubject {
  readonly target: AlarmSubject;
  readonly objectId: number | null;
  level: AlarmLevel;
  isRecovered: boolean;
  parentId: number | null;
  foldKind: FoldKind | null;
}

/** The alarms at 1, 2 and 3, as the table has them. */
export class OpenAlarms {
  readonly #alarms = new Map<number, OpenAlarm>();
  readonly #byHost = new Map<number, Set<OpenAlarm>>();
  readonly #byObject = new Map<string, Set<OpenAlarm>>();
  /** Those that others may be folded under, by what they explain. */
  readonly #heads = new Map<string, Set<OpenAlarm>>();

  get size(): number {
    return this.#alarms.size;
  }

  get(alarmId: number): OpenAlarm | undefined {
    return this.#alarms.get(alarmId);
  }

  ofHost(hostId: number): Iterable<OpenAlarm> {
    return this.#byHost.get(hostId) ?? [];
  }

  put(alarm: OpenAlarm): void {
    this.remove(alarm.alarmId);
    this.#alarms.set(alarm.alarmId, alarm);
    addTo(this.#byHost, alarm.hostId, alarm);
    addTo(this.#byObject, objectOf(alarm), alarm);
    for (const head of headsOf(alarm)) addTo(this.#heads, head, alarm);
  }

  remove(alarmId: number): OpenAlarm | undefined {
    const alarm = this.#alarms.get(alarmId);
    if (!alarm) return undefined;
    this.#alarms.delete(alarmId);
    removeFrom(this.#byHost, alarm.hostId, alarm);
    removeFrom(this.#byObject, objectOf(alarm), alarm);
    for (const head of headsOf(alarm)) removeFrom(this.#heads, head, alarm);
    return alarm;
  }

  parentFor(subject: FoldSubject, isHead: (alarm: OpenAlarm) => boolean = standsAlone): Parent | null {
    const candidates: OpenAlarm[] = [];
    for (const head of [clusterHead(subject), nodeHead(subject), ownerHead(subject)]) {
      for (const alarm of this.#heads.get(head) ?? [])
        if (isHead(alarm) && !alarm.isRecovered) candidates.push(alarm);
    }
    return parentOf(subject, candidates);
  }

  /** What has come back, under what leads by now: while it was over, another of its owner may have taken the lead. */
  foldedAgain(alarmIds: readonly number[]): { orphans: Orphan[]; adoptions: Adoption[] } {
    const back = alarmIds
      .flatMap((alarmId) => this.#alarms.get(alarmId) ?? [])
      .filter(({ isRecovered }) => !isRecovered)
      .toSorted((a, b) => a.alarmId - b.alarmId);
    // Of several that came back together the oldest leads.
    const isLeading = new Map(back.map((alarm) => [alarm, false]));
    const isHead = (alarm: OpenAlarm) => isLeading.get(alarm) ?? standsAlone(alarm);
    const orphans: Orphan[] = [];
    const adoptions: Adoption[] = [];
    for (const alarm of back) {
      const { alarmId, parentId } = alarm;
      const parent = this.parentFor(alarm, isHead);
      if (!parent) isLeading.set(alarm, true);
      if (parent && parent.alarmId !== parentId)
        adoptions.push({ alarmId, parentId: parent.alarmId, kind: parent.kind });
      if (!parent && parentId !== null) orphans.push({ alarmId, parentId: null, isReopened: false });
    }
    return { orphans, adoptions };
  }

  /** Children in a cluster whose parent is over, and what becomes of them. */
  orphans(hostId: number): Orphan[] {
    const left = new Map<number, { kind: FoldKind; children: OpenAlarm[] }>();
    for (const alarm of this.ofHost(hostId)) {
      if (alarm.parentId === null || alarm.foldKind === null) continue;
      const parent = this.#alarms.get(alarm.parentId);
      if (parent && !parent.isRecovered) continue;
      const group = left.get(alarm.parentId) ?? { kind: alarm.foldKind, children: [] };
      group.children.push(alarm);
      left.set(alarm.parentId, group);
    }
    // What has recovered itself stands for nothing any more, and leads nobody.
    return [...left.values()].flatMap(({ kind, children }) => [
      ...orphansOf(
        kind,
        children.filter(({ isRecovered }) => !isRecovered),
      ),
      ...children
        .filter(({ isRecovered }) => isRecovered)
        .map(({ alarmId }) => ({ alarmId, parentId: null, isReopened: false })),
    ]);
  }

  /** Of a cluster and all that is in it, by level. What is folded is acknowledged with its parent, and counts with it. */
  headCounts(hostId: number): { warning: number; critical: number } {
    const counts = { warning: 0, critical: 0 };
    for (const { level, parentId } of this.ofHost(hostId)) {
      if (parentId !== null) continue;
      if (level === 1) counts.warning++;
      else counts.critical++;
    }
    return counts;
  }

  /** What is wrong with an object now, by level. */
  counts(
    target: AlarmSubject,
    hostId: number,
    objectId: number | null,
  ): { warning: number; critical: number } {
    const counts = { warning: 0, critical: 0 };
    for (const { level, isRecovered } of this.#byObject.get(objectOf({ target, hostId, objectId })) ?? []) {
      if (isRecovered) continue;
      if (level === 1) counts.warning++;
      else counts.critical++;
    }
    return counts;
  }
}

function standsAlone({ parentId }: OpenAlarm): boolean {
  return parentId === null;
}

/** An event alarm counts for the object it speaks of, whatever that is. */
function objectOf({ hostId, objectId }: Pick<OpenAlarm, 'target' | 'hostId' | 'objectId'>): string {
  return objectId === null ? `c${hostId}` : `#${objectId}`;
}

function headsOf(alarm: OpenAlarm): string[] {
  const kind = failureKind(alarm.itemKey);
  if (kind === 'cluster') return [clusterHead(alarm)];
  if (kind === 'node') return [nodeHead(alarm)];
  return alarm.target === 'pod' && alarm.ownerKey !== null ? [ownerHead(alarm)] : [];
}

function clusterHead({ hostId }: FoldSubject): string {
  return `cluster ${hostId}`;
}

function nodeHead({ nodeId }: FoldSubject): string {
  return `node ${nodeId}`;
}

function ownerHead({ hostId, ownerKey, itemKey }: FoldSubject): string {
  return `owner ${hostId} ${itemKey} ${ownerKey}`;
}

function addTo<Key>(sets: Map<Key, Set<OpenAlarm>>, key: Key, alarm: OpenAlarm): void {
  const set = sets.get(key) ?? new Set();
  set.add(alarm);
  sets.set(key, set);
}

function removeFrom<Key>(sets: Map<Key, Set<OpenAlarm>>, key: Key, alarm: OpenAlarm): void {
  const set = sets.get(key);
  set?.delete(alarm);
  if (set?.size === 0) sets.delete(key);
}
