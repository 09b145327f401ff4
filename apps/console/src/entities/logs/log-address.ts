import type { PageKind } from '@gwanje/kinds/registry';

/** The kinds whose pages have a log. */
export const logKinds = ['pod', 'container', 'workload'] as const satisfies readonly PageKind[];
export type LogKind = (typeof logKinds)[number];

export function isLogKind(kind: string): kind is LogKind {
  return logKinds.some((one) => one === kind);
}

interface LogPlace {
  /** The log around this instant, for example of an alarm. */
  readonly aroundMs?: number;
  /** The run before the last restart. */
  readonly isPrevious?: boolean;
}

export function logPath(kind: LogKind): string {
  return `/mon/${kind}/log`;
}

/** The log of an object. */
export function logAddress(kind: LogKind, hostId: number, id: number, place: LogPlace = {}): string {
  const { aroundMs, isPrevious = false } = place;
  const search = new URLSearchParams({ hostId: String(hostId), [`${kind}Id`]: String(id) });
  if (aroundMs !== undefined) search.set('around', new Date(aroundMs).toISOString());
  if (isPrevious) search.set('previous', '1');
  return `${logPath(kind)}?${search}`;
}
