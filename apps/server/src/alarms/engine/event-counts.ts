import type { Database } from '@gwanje/backend/database/schema';
import { countWithin, matchesEvent, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { Kysely } from 'kysely';
import type { AlarmSubjectNow } from '../../live/views/alarm-look.ts';
import type { EventAlarm } from '../settings/setting-book.ts';
import type { ObjectKey } from './track-book.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 60 * MINUTE_MS;
/** What is older says nothing of now; a restart reads as far back as windows reach. */
const READ_BACK_MS = 5 * MINUTE_MS;
const MAX_READ = 20_000;

interface Counted {
  readonly subject: AlarmSubjectNow;
  occurrences: Occurrence[];
}

/** How often events happened that somebody wants to be told of. They are read where they are stored. */
export class EventCounts {
  readonly #byRule = new Map<number, Map<ObjectKey, Counted>>();
  readonly #seen = new Map<number, { cnt: number; lastMs: number }>();
  /** What the counts of a rule are of; one that is new or asks for something else is counted anew. */
  readonly #countedAs = new Map<number, string>();
  readonly #toldMs = new Map<number, number>();

  /** `toldMs`: so far the cluster has told what happened. */
  async read(
    db: Kysely<Database>,
    hostId: number,
    rules: readonly EventAlarm[],
    { nowMs, toldMs }: { readonly nowMs: number; readonly toldMs: number },
  ): Promise<void> {
    if (rules.length === 0) return;
    const fresh = new Set(
      rules.filter((rule) => this.#countedAs.get(rule.eventAlarmId) !== questionOf(rule)),
    );
    const backMs = fresh.size > 0 ? KEPT_MS : READ_BACK_MS;
    const rows = await db
      .selectFrom('event')
      .select(['eventId', 'type', 'reason', 'message', 'count', 'firstAt', 'lastAt', 'objectKind'])
      .select(['objectNamespace', 'objectName', 'objectId'])
      .where('hostId', '=', hostId)
      .where('lastAt', '>', new Date(nowMs - backMs))
      .orderBy('lastAt', 'desc')
      .limit(MAX_READ)
      .execute();
    const toldBeforeMs = this.#toldMs.get(hostId) ?? Number.NEGATIVE_INFINITY;
    if (!Number.isNaN(toldMs)) this.#toldMs.set(hostId, toldMs);
    for (const rule of fresh) {
      this.#byRule.delete(rule.eventAlarmId);
      this.#countedAs.set(rule.eventAlarmId, questionOf(rule));
    }
    for (const row of rows) {
      const lastMs = row.lastAt.getTime();
      const atFirst = { cnt: row.count, sinceMs: row.firstAt.getTime() };
      const before = this.#seen.get(row.eventId);
      const news = before
        ? { cnt: row.count - before.cnt, sinceMs: Math.max(before.lastMs, toldBeforeMs) }
        : atFirst;
      if (news.cnt > 0) this.#seen.set(row.eventId, { cnt: row.count, lastMs });
      else if (fresh.size === 0) continue;
      const event = {
        type: row.type,
        reason: row.reason,
        objectKind: row.objectKind,
        namespace: row.objectNamespace,
        message: row.message,
      };
      for (const rule of rules) {
        const { cnt, sinceMs } = fresh.has(rule) ? atFirst : news;
        if (cnt <= 0 || !matchesEvent(rule, event)) continue;
        // Of those since before the window nobody knows how many were in it: the last was.
        const isWhole = nowMs - sinceMs < rule.windowMin * MINUTE_MS;
        this.#count(rule.eventAlarmId, row, { atMs: lastMs, cnt: isWhole ? cnt : 1 });
      }
    }
  }

  /** Everything a rule has seen something of. */
  *of(rule: EventAlarm, nowMs: number): Iterable<{ key: ObjectKey; subject: AlarmSubjectNow; cnt: number }> {
    for (const [key, { subject, occurrences }] of this.#byRule.get(rule.eventAlarmId) ?? [])
      yield { key, subject, cnt: countWithin(occurrences, rule.windowMin * MINUTE_MS, nowMs) };
  }

  forget(nowMs: number): void {
    for (const [eventId, { lastMs }] of this.#seen)
      if (nowMs - lastMs > 2 * KEPT_MS) this.#seen.delete(eventId);
    for (const [eventAlarmId, counted] of this.#byRule) {
      for (const [key, one] of counted) {
        one.occurrences = one.occurrences.filter(({ atMs }) => nowMs - atMs < KEPT_MS);
        if (one.occurrences.length === 0) counted.delete(key);
      }
      if (counted.size === 0) this.#byRule.delete(eventAlarmId);
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

/** All that its counts depend on; thresholds may change, and they still hold. */
function questionOf({ type, reason, objectKind, namespace, messageText, windowMin }: EventAlarm): string {
  return JSON.stringify([type, reason, objectKind, namespace, messageText, windowMin]);
}
