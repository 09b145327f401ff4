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
