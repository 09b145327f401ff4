import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { isOpen } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import type { AlarmBrief, StreamEvent } from '@gwanje/kinds/calls/stream';

export type AlarmEvent = Extract<StreamEvent, { type: 'alarm' | 'alarmChanged' }>;

export interface FeedRow extends AlarmBrief {
  /** The number of alarms folded under this alarm, as of the last load. */
  readonly childCnt: number;
}

/** Newest first. */
export type Feed = readonly FeedRow[];

export interface FeedStep {
  readonly feed: Feed;
  /** Alarms that need attention: raised, raised again or worse since the last step. */
  readonly fresh: readonly FeedRow[];
  /** The feed lacks alarms or child counts that the stream did not send: the page must load them. */
  readonly isPartial: boolean;
}

/** Limits the rows of a window that stays open for days. */
export const MAX_ROWS = 500;

export const NO_ALARMS: Feed = [];

/** Applies stream events in their order. Applying an event twice changes nothing. */
export function applyEvents(feed: Feed, events: readonly AlarmEvent[]): FeedStep {
  const rows = new Map<number, FeedRow>(feed.map((row) => [row.alarmId, row]));
  const fresh = new Map<number, FeedRow>();
  let isPartial = false;
  for (const { type, list, totalCnt } of events) {
    if (totalCnt > list.length) isPartial = true;
    for (const alarm of list) {
      const before = rows.get(alarm.alarmId);
      if (alarm.parentAlarmId !== null) {
        // A folded alarm is shown with its parent, whose count must be loaded again.
        rows.delete(alarm.alarmId);
        fresh.delete(alarm.alarmId);
        isPartial = true;
        continue;
      }
      const isUnacknowledged = alarm.confirmLevel === confirmLevels.occurred;
      if (!before && !isUnacknowledged) continue;
      const row = { ...alarm, childCnt: before?.childCnt ?? 0 };
      rows.set(row.alarmId, row);
      const needsAttention =
        type === 'alarm' ? isNewerThan(row, before) : !before || row.level > before.level;
      if (isUnacknowledged && needsAttention) fresh.set(row.alarmId, row);
      else if (!isUnacknowledged) fresh.delete(row.alarmId);
    }
  }
  return { feed: ordered(rows), fresh: [...fresh.values()], isPartial };
}

interface FeedLoad {
  /** Open alarms that no user has acknowledged, newest first. */
  readonly unacknowledged: readonly AlarmRow[];
  /** Current rows of the alarms that the feed showed as open when the load began. */
  readonly known: readonly AlarmRow[];
  readonly askedIds: readonly number[];
}

/** Applies a load after a pause or a flood of events. Removes alarms that the viewer may no longer see. */
export function applyLoad(
  feed: Feed,
  { unacknowledged, known, askedIds }: FeedLoad,
  isFirst: boolean,
): FeedStep {
  const rows = new Map<number, FeedRow>(feed.map((row) => [row.alarmId, row]));
  const answered = new Map<number, AlarmRow>(
    [...known, ...unacknowledged].map((alarm) => [alarm.alarmId, alarm]),
  );
  for (const id of askedIds) if (!answered.has(id)) rows.delete(id);
  const fresh: FeedRow[] = [];
  for (const alarm of answered.values()) {
    const before = rows.get(alarm.alarmId);
    if (before && isNewerThan(before, alarm)) continue;
    if (alarm.parentAlarmId !== null) {
      rows.delete(alarm.alarmId);
      continue;
    }
    const row: FeedRow = { ...alarm, childCnt: alarm.childCnt ?? 0 };
    rows.set(row.alarmId, row);
    const isUnacknowledged = row.confirmLevel === confirmLevels.occurred;
    const isWorse = before !== undefined && row.level > before.level;
    if (!isFirst && isUnacknowledged && (isWorse || isNewerThan(row, before))) fresh.push(row);
  }
  return { feed: ordered(rows), fresh, isPartial: false };
}

/** A snoozed alarm, or one under maintenance, is shown without a sound. */
export function isMuted({ isSnoozed, isInMaintenance }: FeedRow): boolean {
  return isSnoozed || isInMaintenance;
}

/** The open alarms, whose current state a load must ask for. */
export function openIds(feed: Feed): readonly FeedRow['alarmId'][] {
  return feed.filter(({ confirmLevel }) => isOpen(confirmLevel)).map(({ alarmId }) => alarmId);
}

type Occurred = Pick<FeedRow, 'lastOccurredAt'>;

function isNewerThan(row: Occurred, before: Occurred | undefined): boolean {
  return before === undefined || occurredMs(row) > occurredMs(before);
}

function occurredMs({ lastOccurredAt }: Occurred): number {
  return Date.parse(lastOccurredAt ?? '') || 0;
}

function ordered(rows: ReadonlyMap<number, FeedRow>): Feed {
  return [...rows.values()]
    .sort((a, b) => occurredMs(b) - occurredMs(a) || b.alarmId - a.alarmId)
    .slice(0, MAX_ROWS);
}
