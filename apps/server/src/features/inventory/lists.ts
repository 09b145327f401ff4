import type { Page } from '@gwanje/contract/list';
import { metricNames } from '@gwanje/kinds/metrics';
import type { ListKind } from '@gwanje/kinds/registry';
import { metricScopes } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { pastMs } from '../../history/as-of.ts';
import { deletedObjects } from '../../history/deleted-objects.ts';
import { pastOf } from '../../history/past-cache.ts';
import type { ListQuery, Row } from '../../live/kinds.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';

type ListCall = Pick<Call, 'db' | 'scope' | 'now'> & {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
};

interface ListBody<Kind extends ListKind> extends Pick<ListQuery<Kind>, 'filter' | 'orderBy'> {
  readonly at?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
}

const ID_OF: { readonly [Kind in ListKind]: (row: Row<Kind>) => number } = {
  node: (row) => row.nodeId,
  pod: (row) => row.podId,
  container: (row) => row.containerId,
  volume: (row) => row.volumeId,
  claim: (row) => row.pvcId,
};

/** Objects of the selected groups: those that are, with those that are gone if asked for; or as of an instant. */
export async function listObjects<Kind extends ListKind>(
  call: ListCall,
  kind: Kind,
  page: Page,
  body: ListBody<Kind>,
) {
  const atMs = body.at === undefined ? call.now.getTime() : pastMs(body.at, call.now);
  const { filter, orderBy } = body;
  const query = { hostIds: hostsOf(call, filter), filter, orderBy, nowMs: atMs, ...page };
  const answer = await (body.at === undefined
    ? listNow(call, kind, query, body)
    : listPast(call, kind, query, body));
  return { ...answer, ...page, serverTime: new Date(atMs).toISOString() };
}

function hostsOf({ live, scope }: ListCall, filter: { readonly hostId?: unknown } | undefined): Set<number> {
  const seen = live.hostIds(new Set(scope.selected));
  if (filter?.hostId === undefined) return seen;
  const wanted = new Set([filter.hostId].flat());
  return new Set([...seen].filter((hostId) => wanted.has(hostId)));
}

async function listNow<Kind extends ListKind>(
  call: ListCall,
  kind: Kind,
  query: ListQuery<Kind>,
  { includeDeleted }: ListBody<Kind>,
) {
  const { live } = call;
  if (!includeDeleted) return { ...live.list(kind, query), isTruncated: false };
  const gone = await goneBy(call, kind, query, (id) => live.has(kind === 'container' ? 'pod' : kind, id));
  return { ...live.list(kind, query, gone.live), isTruncated: gone.isTruncated };
}

async function listPast<Kind extends ListKind>(
  call: ListCall,
  kind: Kind,
  query: ListQuery<Kind>,
  { includeDeleted }: ListBody<Kind>,
) {
  const { hostIds, filter, nowMs } = query;
  const past = await pastOf(call, { kind, hostIds, filter, atMs: nowMs });
  const gone = includeDeleted ? await goneBy(call, kind, query, () => false) : undefined;
  const isOfValues = needsValues(query);
  const isComplete = isOfValues ? await past.putAllValues(kind) : true;
  const idOf = ID_OF[kind];
  // Which rows are shown is known without their values, unless these decide it.
  const shown = past.live.list(kind, query, gone?.live).list;
  await past.putValuesOf(
    kind,
    shown.filter(({ deletedAt }) => deletedAt === null).map((row) => idOf(row)),
  );
  const isTruncated = past.isTruncated || !isComplete || (gone?.isTruncated ?? false);
  return { ...past.live.list(kind, query, gone?.live), isTruncated };
}

function goneBy<Kind extends ListKind>(
  { db }: ListCall,
  kind: Kind,
  { hostIds, filter, nowMs }: ListQuery<Kind>,
  isBack: (objectId: number) => boolean,
) {
  return deletedObjects(db, { kind, hostIds, filter, at: new Date(nowMs), isBack });
}

const MEASURED = new Set<string>([
  ...metricScopes.flatMap((scope): readonly string[] => metricNames(scope)),
  'monResult',
  'childMonResult',
  'isStale',
  'dataAt',
]);

interface NamedColumns {
  readonly filter?: object | undefined;
  readonly orderBy?: readonly string[] | undefined;
}

/** Whether what was measured decides which rows are shown, or in which order. */
function needsValues({ filter, orderBy }: NamedColumns): boolean {
  const keys = [...Object.keys(filter ?? {}), ...(orderBy ?? []).map((term) => term.replace(/^-/, ''))];
  return keys.some((key) => MEASURED.has(key) || key.endsWith('Pct'));
}
