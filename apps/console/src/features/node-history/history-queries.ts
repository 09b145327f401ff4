import { listNodeHistory } from '@gwanje/kinds/node/history-calls';
import { apiQuery } from '#core/api/query.ts';

export const MAX_RECORDS = 1000;
const FRESH_MS = 10_000;
/** A record lasts an hour at most: an earlier one cannot overlap the first day. */
const BEFORE_MS = 3_600_000;

/** The records of days, latest first. Days, not instants, so that the query stays while time passes. */
export function recordsQuery(nodeId: number, fromMs: number, toMs: number) {
  const lastMs = toMs - 1;
  const fromAt = { from: isoOf(fromMs - BEFORE_MS), to: isoOf(lastMs) };
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

export const historyTabs = ['summary', 'cpu', 'mem', 'disk', 'network'] as const;
export type HistoryTab = (typeof historyTabs)[number];

export function recordAddress(hostId: number, nodeHistoryId: number, tab: HistoryTab = 'summary'): string {
  return `/mon/node-history/pod-${tab}?hostId=${hostId}&nodeHistoryId=${nodeHistoryId}`;
}

/** The cluster's events during a record. */
export function eventsAddress(hostId: number, fromMs: number, toMs: number): string {
  const [from, to] = [fromMs, toMs].map((instantMs) => new Date(instantMs).toISOString());
  return `/mon/event-list?${new URLSearchParams({ hostId: String(hostId), 'f.lastAt': `${from}..${to}` })}`;
}
