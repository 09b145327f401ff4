import type { Db } from '@gwanje/backend/database/schema';
import { countWithin, matchesEvent, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { AlarmSubjectNow } from '../../../live/views/alarm-snapshot.ts';
import type { EventAlarm } from '../../settings/setting-cache.ts';
import { listRecentEvents } from './recent-history-repository.ts';
import type { ObjectKey } from './track-store.ts';

const MINUTE_MS = 60_000;
const MAX_WINDOW_MS = 60 * MINUTE_MS;
/** Older events are read only for a new rule, back to the start of its window. */
const READ_BACK_MS = 5 * MINUTE_MS;
const MAX_READ = 20_000;

interface Counted {
  readonly subject: AlarmSubjectNow;
  occurrences: Occurrence[];
}

/** Counts the events of event alarm rules. Reads them from the event table. */
export class EventCounts {
  readonly #byRule = new Map<number, Map<ObjectKey, Counted>>();
  readonly #seen = new Map<number, { cnt: number; lastMs: number }>();
  /** The conditions that a rule was counted with. A new or changed rule is counted from the start. */
  readonly #countedAs = new Map<number, string>();
  readonly #contactMs = new Map<number, number>();

  /** `contactMs`: events up to this time are known. */
  async read(
    db: Db,
    hostId: number,
    rules: readonly EventAlarm[],
    { nowMs, contactMs }: { readonly nowMs: number; readonly contactMs: number },
  ): Promise<void> {
    if (rules.length === 0) return;
    const fresh = new Set(
      rules.filter((rule) => this.#countedAs.get(rule.eventAlarmId) !== conditionsOf(rule)),
    );
    const backMs = fresh.size > 0 ? MAX_WINDOW_MS : READ_BACK_MS;
    const rows = await listRecentEvents(db, hostId, new Date(nowMs - backMs), MAX_READ);
    const contactBeforeMs = this.#contactMs.get(hostId) ?? Number.NEGATIVE_INFINITY;
    if (!Number.isNaN(contactMs)) this.#contactMs.set(hostId, contactMs);
    for (const rule of fresh) {
      this.#byRule.delete(rule.eventAlarmId);
      this.#countedAs.set(rule.eventAlarmId, conditionsOf(rule));
    }
    for (const row of rows) {
      const lastMs = row.lastAt.getTime();
      const atFirst = { cnt: row.count, sinceMs: row.firstAt.getTime() };
      const before = this.#seen.get(row.eventId);
      const added = before
        ? { cnt: row.count - before.cnt, sinceMs: Math.max(before.lastMs, contactBeforeMs) }
        : atFirst;
      if (added.cnt > 0) this.#seen.set(row.eventId, { cnt: row.count, lastMs });
      else if (fresh.size === 0) continue;
      const event = {
        type: row.type,
        reason: row.reason,
        objectKind: row.objectKind,
        namespace: row.objectNamespace,
        message: row.message,
      };
      for (const rule of rules) {
        const { cnt, sinceMs } = fresh.has(rule) ? atFirst : added;
        if (cnt <= 0 || !matchesEvent(rule, event)) continue;
        // These occurrences began before the window: only the last one is certainly in it.
        const isWhole = nowMs - sinceMs < rule.windowMin * MINUTE_MS;
        this.#count(rule.eventAlarmId, row, { atMs: lastMs, cnt: isWhole ? cnt : 1 });
      }
    }
  }

  /** The counts of a rule, by object. */
  *of(rule: EventAlarm, nowMs: number): Iterable<{ key: ObjectKey; subject: AlarmSubjectNow; cnt: number }> {
    for (const [key, { subject, occurrences }] of this.#byRule.get(rule.eventAlarmId) ?? [])
      yield { key, subject, cnt: countWithin(occurrences, rule.windowMin * MINUTE_MS, nowMs) };
  }

  forget(nowMs: number): void {
    for (const [eventId, { lastMs }] of this.#seen)
      if (nowMs - lastMs > 2 * MAX_WINDOW_MS) this.#seen.delete(eventId);
    for (const [eventAlarmId, counted] of this.#byRule) {
      for (const [key, one] of counted) {
        one.occurrences = one.occurrences.filter(({ atMs }) => nowMs - atMs < MAX_WINDOW_MS);
        if (one.occurrences.length === 0) counted.delete(key);
      }
      if (counted.size === 0) this.#byRule.delete(eventAlarmId);
    }
  }

  /** The next reading counts the rules of the cluster from the start. */
  forgetHost(hostId: number, rules: readonly EventAlarm[]): void {
    this.#contactMs.delete(hostId);
    for (const { eventAlarmId } of rules) {
      this.#byRule.delete(eventAlarmId);
      this.#countedAs.delete(eventAlarmId);
    }
  }

  #count(
    eventAlarmId: number,
    row: { objectId: number | null; objectKind: string; objectNamespace: string | null; objectName: string },
    occurrence: Occurrence,
  ): void {
    const counted = this.#byRule.get(eventAlarmId) ?? new Map<ObjectKey, Counted>();
    this.#byRule.set(eventAlarmId, counted);
    const { objectId, objectKind, objectNamespace: namespace, objectName } = row;
    const key = objectId ?? `${objectKind}/${namespace ?? ''}/${objectName}`;
    const known = counted.get(key);
    if (known) known.occurrences.push(occurrence);
    else {
      const subject = {
        objectId,
        objectName,
        namespace,
        nodeId: objectKind === 'Node' ? objectId : null,
        nodeName: objectKind === 'Node' ? objectName : null,
        ownerKind: null,
        ownerName: null,
      };
      counted.set(key, { subject, occurrences: [occurrence] });
    }
  }
}

/** Every field that the counts depend on. Thresholds do not change the counts. */
function conditionsOf({ type, reason, objectKind, namespace, messageText, windowMin }: EventAlarm): string {
  return JSON.stringify([type, reason, objectKind, namespace, messageText, windowMin]);
}
