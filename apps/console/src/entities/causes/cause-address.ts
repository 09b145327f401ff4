import type { CauseLine, CauseRule } from '@gwanje/kinds/calls/causes';
import { between, rangeToAddress } from '#components/range/range-choice.ts';
import {
  comparisonAddress,
  exactly,
  isPageKind,
  objectAddress,
  pageAddress,
} from '#entities/inventory/object-address.ts';

const MINUTE_MS = 60_000;
const AROUND_MS = 30 * MINUTE_MS;

/** The page of the changed object around the change, or its row in a list. Null: the object is not collected. */
export function causeAddress({ kind, id, hostId, name, namespace, at, evidence }: CauseLine): string | null {
  if (kind === null) return null;
  if (id === null || !isPageKind(kind)) return objectAddress(kind, { hostId, id, name, namespace });
  const search = rangeToAddress(between(Date.parse(at) - AROUND_MS, Date.parse(at) + AROUND_MS));
  const isOfCpu = evidence.rule === 'neighbourRose' && evidence.metric === 'cpuUsedCores';
  const tab = evidence.rule === 'neighbourRose' ? (isOfCpu ? 'cpu' : 'mem') : 'summary';
  return pageAddress(kind, hostId, id, { tab, search });
}

/** Changes of fields of the manifest, and what follows from them at once. */
const OF_MANIFEST: ReadonlySet<CauseRule> = new Set([
  'imageChanged',
  'configurationChanged',
  'requestsChanged',
  'replicasChanged',
  'rolloutBegun',
]);
/** The agent sends a manifest when it has settled and at most once a minute, so later than the state. */
const EARLIER_MS = MINUTE_MS;
const LATER_MS = 2 * MINUTE_MS;

/** The manifests of before and after the change, side by side. Null: the change is none of the manifest. */
export function causeComparisonAddress({ kind, id, hostId, at, rule, foldedList }: CauseLine): string | null {
  const rules = [rule, ...foldedList.map((folded) => folded.rule)];
  if (kind === null || id === null || !isPageKind(kind) || !rules.some((one) => OF_MANIFEST.has(one)))
    return null;
  const instant = (distanceMs: number) => new Date(Date.parse(at) + distanceMs).toISOString();
  return comparisonAddress(kind, hostId, id, instant(LATER_MS), instant(-EARLIER_MS));
}

/** The events of the burst, also those of other objects. Null: the line is about something else. */
export function causeEventsAddress({ hostId, namespace, relation, at, evidence }: CauseLine): string | null {
  if (evidence.rule !== 'eventBurst') return null;
  const span = [at, new Date(Date.parse(at) + AROUND_MS).toISOString()].join('..');
  const search = {
    hostId: String(hostId),
    'f.reason': exactly(evidence.reason),
    ...(namespace === null || relation === 'cluster' ? {} : { 'f.objectNamespace': exactly(namespace) }),
    'f.lastAt': span,
  };
  return `/mon/event-list?${new URLSearchParams(search)}`;
}
