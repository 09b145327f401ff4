import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type getNodeHistory, listNodeHistory } from '@gwanje/kinds/node/history-calls';
import type { kinds } from '@gwanje/kinds/registry';
import { apiQuery } from '#core/api/query.ts';

export const MAX_RECORDS = 1000;
const FRESH_MS = 10_000;
/** The maximum length of a record: only records that start this long before the first day can overlap it. */
const BEFORE_MS = 3_600_000;

/** The records of days, latest first. Days keep the query key the same while time passes. */
export function recordsQuery(nodeId: number, fromMs: number, toMs: number) {
  const fromAt = { from: isoOf(fromMs - BEFORE_MS), to: isoOf(toMs - 1) };
  return apiQuery(
    listNodeHistory,
    {
      params: { nodeId, pageNo: 1, pageCnt: MAX_RECORDS },
      body: { filter: { fromAt }, orderBy: ['-fromAt'] },
    },
    { staleMs: FRESH_MS },
  );
}

function isoOf(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export type HistoryTab = (typeof kinds.node.tabs)[number];

export function recordAddress(hostId: number, nodeHistoryId: number, tab: HistoryTab = 'summary'): string {
  return `/mon/node-history/pod-${tab}?hostId=${hostId}&nodeHistoryId=${nodeHistoryId}`;
}

/** The cluster's events during a record. */
export function eventsAddress(hostId: number, fromMs: number, toMs: number): string {
  const span = `${isoOf(fromMs)}..${isoOf(toMs)}`;
  return `/mon/event-list?${new URLSearchParams({ hostId: String(hostId), 'f.lastAt': span })}`;
}

export type HistoryRecord = ResponseOf<typeof getNodeHistory>;

/** The span of a running record ends at the server time of the response. */
export function spanOf({ fromAt, toAt, serverTime }: HistoryRecord): readonly [fromMs: number, toMs: number] {
  const endMs = Date.parse(toAt ?? serverTime);
  return [fromAt === null ? endMs : Date.parse(fromAt), endMs];
}
