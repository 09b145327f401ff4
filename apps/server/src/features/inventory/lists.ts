import type { Page } from '@gwanje/contract/definition/columns';
import { isMeasured, type ListColumn } from '@gwanje/kinds/definition/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { pastMs } from '../../history/as-of.ts';
import { deletedObjects } from '../../history/deleted-objects.ts';
import { pastOf } from '../../history/past-cache.ts';
import type { ListQuery } from '../../live/list-types.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';

type ListCall = Pick<Call, 'db' | 'scope' | 'now'> & {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
};

export interface ListBody<Kind extends ListKind> extends Pick<ListQuery<Kind>, 'filter' | 'orderBy'> {
  readonly at?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
}

function idOf(kind: ListKind, row: Readonly<Record<string, unknown>>): number {
  return Number(row[kinds[kind].idName]);
}

/** Objects of the selected groups: existing ones, deleted ones on request, or those of a past instant. */
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
  const conditions: readonly unknown[] = Object.values(query.filter ?? {});
  await live.prepareTexts(...conditions.filter((condition) => typeof condition === 'string'));
  if (!includeDeleted) return { ...live.list(kind, query), isTruncated: false };
  const gone = await deletedRows(call, kind, query, (id) =>
    live.has(kind === 'container' ? 'pod' : kind, id),
  );
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
  const gone = includeDeleted ? await deletedRows(call, kind, query, () => false) : undefined;
  const isOfValues = needsValues(kind, query);
  const isComplete = isOfValues ? await past.putAllValues(kind) : true;
  // The rows to show are known without their values, unless values filter or sort them.
  const shown = past.live.list(kind, query, gone?.live).list;
  await past.putValuesOf(
    kind,
    shown.filter(({ deletedAt }) => deletedAt === null).map((row) => idOf(kind, row)),
  );
  const isTruncated = past.isTruncated || !isComplete || (gone?.isTruncated ?? false);
  return { ...past.live.list(kind, query, gone?.live), isTruncated };
}

function deletedRows<Kind extends ListKind>(
  { db }: ListCall,
  kind: Kind,
  { hostIds, filter, nowMs }: ListQuery<Kind>,
  isBack: (objectId: number) => boolean,
) {
  return deletedObjects(db, { kind, hostIds, filter, at: new Date(nowMs), isBack });
}

interface NamedColumns {
  readonly filter?: object | undefined;
  readonly orderBy?: readonly string[] | undefined;
}

/** True when metric values filter or sort the rows. */
function needsValues(kind: ListKind, { filter, orderBy }: NamedColumns): boolean {
  const columns: Readonly<Record<string, ListColumn>> = kinds[kind].columns;
  const keys = [...Object.keys(filter ?? {}), ...(orderBy ?? []).map((term) => term.replace(/^-/, ''))];
  return keys.some((key) => columns[key] !== undefined && isMeasured(columns[key]));
}
