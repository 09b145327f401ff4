import type { Database } from '@gwanje/backend/database/schema';
import { countWithin, matchesEvent, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { Kysely } from 'kysely';
import type { AlarmSubjectNow } from '../live/alarm-look.ts';
import type { EventAlarm } from './setting-book.ts';
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
  readonly #readHosts = new Set<number>();

  async read(
    db: Kysely<Database>,
    hostId: number,
    rules: readonly EventAlarm[],
    nowMs: number,
  ): Promise<void> {
    if (rules.length === 0) return;
    const backMs = this.#readHosts.has(hostId) ? READ_BACK_MS : KEPT_MS;
    const rows = await db
      .selectFrom('event')
      .select(['eventId', 'type', 'reason', 'message', 'count', 'firstAt', 'lastAt', 'objectKind'])
      .select(['objectNamespace', 'objectName', 'objectId'])
      .where('hostId', '=', hostId)
      .where('lastAt', '>', new Date(nowMs - backMs))
      .orderBy('lastAt', 'desc')
      .limit(MAX_READ)
      .execute();
    this.#readHosts.add(hostId);
    for (const row of rows) {
      const before = this.#seen.get(row.eventId)?.cnt;
      if (before !== undefined && before >= row.count) continue;
      const lastMs = row.lastAt.getTime();
      this.#seen.set(row.eventId, { cnt: row.count, lastMs });
      // Of one that began before the window nobody knows how often it was in it: at least now.
      const isWhole = nowMs - row.firstAt.getTime() < KEPT_MS;
      const cnt = before === undefined ? (isWhole ? row.count : 1) : row.count - before;
      const event = {
        type: row.type,
        reason: row.reason,
        objectKind: row.objectKind,
        namespace: row.objectNamespace,
        message: row.message,
      };
      for (const rule of rules)
        if (matchesEvent(rule, event)) this.#count(rule.eventAlarmId, row, { atMs: lastMs, cnt });
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
    for (const counted of this.#byRule.values()) {
      for (const [key, one] of counted) {
        one.occurrences = one.occurrences.filter(({ atMs }) => nowMs - atMs < KEPT_MS);
        if (one.occurrences.length === 0) counted.delete(key);
      }
    }
  }

  /** Rules are others than before: what was counted is read again for those there are now. */
  reset(): void {
    this.#byRule.clear();
    this.#seen.clear();
    this.#readHosts.clear();
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
