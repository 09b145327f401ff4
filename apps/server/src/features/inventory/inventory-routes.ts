import type { Page } from '@gwanje/contract/definition/list';
import { capitalised } from '@gwanje/kinds/definition/kind';
import {
  type DetailKind,
  detailKinds,
  type ExcludableKind,
  excludableKinds,
  kinds,
  type ListKind,
  listKinds,
} from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { requireSeenCluster } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import { type NamedKind, type NamesOfKind, namedKinds } from '../../live/views/object-names.ts';
import type { IngestPipeline } from '../../pipeline/ingest.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { objectDetail } from './details.ts';
import { type ListBody, listObjects } from './lists.ts';
import { changeWatch, type WatchWork } from './watch.ts';

type InventoryCalls =
  | `list${Capitalize<ListKind>}s`
  | `update${Capitalize<ExcludableKind>}s`
  | `get${Capitalize<DetailKind>}`
  | `list${Capitalize<NamedKind>}Names`;

async function namesOf<Kind extends NamedKind>(
  { db, user, live }: Pick<Call, 'db' | 'user'> & { readonly live: LiveState },
  kind: Kind,
  hostId: number,
): Promise<NamesOfKind[Kind]> {
  await requireSeenCluster(db, user, hostId);
  return live.names(kind, hostId);
}

interface Needs {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly pipeline: IngestPipeline;
}

async function updateObjects(
  call: WatchWork,
  kind: ExcludableKind,
  items: readonly (Readonly<Record<string, unknown>> & { readonly isMonitored: boolean })[],
) {
  const { idName } = kinds[kind];
  const changes = items.map((item) => ({ id: Number(item[idName]), isMonitored: item.isMonitored }));
  await changeWatch(call, kind, changes);
  return {};
}

type Params = { readonly params: Readonly<Record<string, number>> };
type ListCall<Kind extends ListKind> = Needs &
  Call & { readonly params: Page; readonly body: ListBody<Kind> };
type UpdateCall = WatchWork & { readonly body: Parameters<typeof updateObjects>[2] };

/**
 * The calls that every kind has. Lists follow the global selection; a call that names an object or cluster
 * needs only an allowed group.
 */
export const inventoryRoutes = {
  ...routes(listKinds, (kind) => [
    `list${capitalised(kind)}s`,
    (call: ListCall<typeof kind>) => listObjects(call, kind, call.params, call.body),
  ]),
  ...routes(excludableKinds, (kind) => [
    `update${capitalised(kind)}s`,
    (call: UpdateCall) => updateObjects(call, kind, call.body),
  ]),
  ...routes(detailKinds, (kind) => [
    `get${capitalised(kind)}`,
    (call: Call & Needs & Params) => objectDetail(call, kind, call.params[kinds[kind].idName] ?? 0),
  ]),
  ...routes(namedKinds, (kind) => [
    `list${capitalised(kind)}Names`,
    async (call: Call & Needs & Params) => ({
      [`${kind}NameList`]: await namesOf(call, kind, call.params.hostId ?? 0),
    }),
  ]),
  // The names follow the kinds. The contract declares a call of this shape for each of them.
} as unknown as Handlers<InventoryCalls, Needs>;

function routes<Kind>(
  kindList: readonly Kind[],
  route: (kind: Kind) => readonly [name: string, handler: unknown],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(kindList.map(route));
}
