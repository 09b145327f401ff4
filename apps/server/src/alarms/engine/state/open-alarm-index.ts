import type { AlarmSubject } from '@gwanje/contract/alarms/alarm-items';
import {
  covers,
  endsWithChildren,
  type FoldKind,
  type FoldSubject,
  failureKind,
  isOfOwner,
  type Orphan,
  orphansOf,
  type Parent,
  parentOf,
  podFailureRank,
} from '@gwanje/domain/alarms/folding';
import type { AlarmLevel } from '@gwanje/domain/alarms/verdict';

/** An open alarm that is folded under another. */
export interface Adoption {
  readonly alarmId: number;
  readonly parentId: number;
  readonly kind: FoldKind;
}

export interface OpenAlarm extends FoldSubject {
  readonly target: AlarmSubject;
  level: AlarmLevel;
  isRecovered: boolean;
  /** Also when another pod of its owner was folded under it. */
  lastOccurredMs: number;
  /** True: its own object is well or gone. It stays open for the alarms that are folded under it. */
  isKeptOpen: boolean;
  parentId: number | null;
  foldKind: FoldKind | null;
}

/** The alarms at confirmation level 1, 2 or 3, as the table has them. */
export class OpenAlarmIndex {
  readonly #alarms = new Map<number, OpenAlarm>();
  readonly #byHost = new Map<number, Set<OpenAlarm>>();
  readonly #byObject = new Map<string, Set<OpenAlarm>>();
  /** Alarms that others may be folded under, by the key of the alarms that they explain. */
  readonly #parents = new Map<string, Set<OpenAlarm>>();

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
    addTo(this.#byObject, objectKey(alarm), alarm);
    for (const key of parentKeysOf(alarm)) addTo(this.#parents, key, alarm);
  }

  remove(alarmId: number): OpenAlarm | undefined {
    const alarm = this.#alarms.get(alarmId);
    if (!alarm) return undefined;
    this.#alarms.delete(alarmId);
    removeFrom(this.#byHost, alarm.hostId, alarm);
    removeFrom(this.#byObject, objectKey(alarm), alarm);
    for (const key of parentKeysOf(alarm)) removeFrom(this.#parents, key, alarm);
    return alarm;
  }

  parentFor(subject: FoldSubject, isParent: (alarm: OpenAlarm) => boolean = hasNoParent): Parent | null {
    const candidates: OpenAlarm[] = [];
    for (const key of [clusterParentKey(subject), nodeParentKey(subject), ownerParentKey(subject)]) {
      for (const alarm of this.#parents.get(key) ?? [])
        if (isParent(alarm) && !alarm.isRecovered) candidates.push(alarm);
    }
    return parentOf(subject, candidates, this.#podHeadFor(subject, isParent));
  }

  /** The head of another failure of the same pod. */
  #podHeadFor(subject: FoldSubject, isParent: (alarm: OpenAlarm) => boolean): OpenAlarm | null {
    if (podFailureRank(subject.itemKey) < 0) return null;
    for (const alarm of this.#byObject.get(objectKey(subject)) ?? []) {
      if (alarm.alarmId === subject.alarmId || alarm.isRecovered || podFailureRank(alarm.itemKey) < 0)
        continue;
      const head = isParent(alarm) ? alarm : this.#alarms.get(alarm.parentId ?? 0);
      if (!head || head.alarmId === subject.alarmId || !isParent(head)) continue;
      if (!head.isRecovered && covers(head, subject)) return head;
    }
    return null;
  }

  /** Alarms that stay open because an alarm that is folded under them does not end now. */
  *headsOfActive(hostId: number, ending: ReadonlySet<number>): Iterable<number> {
    for (const { alarmId, parentId, foldKind, isRecovered } of this.ofHost(hostId))
      if (parentId !== null && endsWithChildren(foldKind) && !isRecovered && !ending.has(alarmId))
        yield parentId;
  }

  /** Alarms that breached again. Meanwhile another alarm of their owner may have become the parent. */
  foldAgain(alarmIds: readonly number[]): { orphans: Orphan[]; adoptions: Adoption[] } {
    const reoccurred = alarmIds
      .flatMap((alarmId) => this.#alarms.get(alarmId) ?? [])
      .filter(({ isRecovered }) => !isRecovered)
      .toSorted((a, b) => a.alarmId - b.alarmId);
    // When several alarms breach again together, the oldest becomes the parent.
    const becomesParent = new Map(reoccurred.map((alarm) => [alarm, false]));
    const isParent = (alarm: OpenAlarm) => becomesParent.get(alarm) ?? hasNoParent(alarm);
    const orphans: Orphan[] = [];
    const adoptions: Adoption[] = [];
    for (const alarm of reoccurred) {
      const { alarmId, parentId } = alarm;
      const parent = this.parentFor(alarm, isParent);
      if (!parent) becomesParent.set(alarm, true);
      if (parent && parent.alarmId !== parentId)
        adoptions.push({ alarmId, parentId: parent.alarmId, kind: parent.kind });
      if (!parent && parentId !== null) orphans.push({ alarmId, parentId: null, isReopened: false });
    }
    return { orphans, adoptions };
  }

  /** Children whose parent has ended, with their new parent. */
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
    // A recovered child cannot be a parent.
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

  /** Alarms that are less severe than an alarm that is folded under them. */
  milderHeads(hostId: number): ReadonlySet<OpenAlarm> {
    const found = new Set<OpenAlarm>();
    for (const { parentId, foldKind, level, isRecovered } of this.ofHost(hostId)) {
      if (parentId === null || level === 1 || isRecovered || !endsWithChildren(foldKind)) continue;
      const head = this.#alarms.get(parentId);
      if (head?.level === 1 && !head.isRecovered) found.add(head);
    }
    return found;
  }

  /** Open alarms of a cluster and its objects. Folded alarms count with their parent. */
  clusterCounts(hostId: number): { warning: number; critical: number } {
    return countLevels(this.ofHost(hostId), hasNoParent);
  }

  /** Open alarms of one object, or of the cluster itself. */
  objectCounts(hostId: number, objectId: number | null): { warning: number; critical: number } {
    return countLevels(
      this.#byObject.get(objectKey({ hostId, objectId })) ?? [],
      ({ isRecovered, isKeptOpen }) => !isRecovered && !isKeptOpen,
    );
  }

  /** Objects of the cluster with alarms; null: the cluster itself. */
  alarmedObjects(hostId: number): ReadonlySet<number | null> {
    return new Set([...this.ofHost(hostId)].map(({ objectId }) => objectId));
  }

  forgetHost(hostId: number): void {
    for (const { alarmId } of [...this.ofHost(hostId)]) this.remove(alarmId);
  }

  *withoutParent(hostId: number): Iterable<OpenAlarm> {
    for (const alarm of this.ofHost(hostId)) if (alarm.parentId === null) yield alarm;
  }
}

function countLevels(
  alarms: Iterable<OpenAlarm>,
  isCounted: (alarm: OpenAlarm) => boolean,
): { warning: number; critical: number } {
  const counts = { warning: 0, critical: 0 };
  for (const alarm of alarms) {
    if (!isCounted(alarm)) continue;
    if (alarm.level === 1) counts.warning++;
    else counts.critical++;
  }
  return counts;
}

function hasNoParent({ parentId }: OpenAlarm): boolean {
  return parentId === null;
}

/** An event alarm counts for the object that the event is about. */
function objectKey({ hostId, objectId }: Pick<OpenAlarm, 'hostId' | 'objectId'>): string {
  return objectId === null ? `c${hostId}` : `#${objectId}`;
}

function parentKeysOf(alarm: OpenAlarm): string[] {
  const kind = failureKind(alarm.itemKey);
  if (kind === 'cluster') return [clusterParentKey(alarm)];
  if (kind === 'node') return [nodeParentKey(alarm)];
  return isOfOwner(alarm) && alarm.ownerKey !== null ? [ownerParentKey(alarm)] : [];
}

function clusterParentKey({ hostId }: FoldSubject): string {
  return `cluster ${hostId}`;
}

function nodeParentKey({ nodeId }: FoldSubject): string {
  return `node ${nodeId}`;
}

/** All failures of an owner's pods have one key. `parentOf` decides which of them has the same cause. */
function ownerParentKey({ hostId, ownerKey, itemKey }: FoldSubject): string {
  return `owner ${hostId} ${podFailureRank(itemKey) < 0 ? itemKey : 'failure'} ${ownerKey}`;
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
