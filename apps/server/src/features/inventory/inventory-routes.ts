import { raiseVersion } from '@gwanje/backend/database/change-version';
import type { Page } from '@gwanje/contract/definition/columns';
import { AppError } from '@gwanje/contract/definition/errors';
import { capitalised, type ListCall as ListCallName, listCallOf } from '@gwanje/kinds/definition/kind';
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
import { requireRight, requireSeen, requireSeenCluster } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import { type NamedKind, namedKinds } from '../../live/views/object-names.ts';
import type { IngestPipeline } from '../../pipeline/ingest-pipeline.ts';
import { type Call, type Handlers, routesOfEach } from '../../platform/http/call.ts';
import { objectDetail } from './details.ts';
import { lockObjects, setMonitored } from './inventory-repository.ts';
import { type ListBody, listObjects } from './lists.ts';

type InventoryCalls =
  | ListCallName<ListKind>
  | `update${Capitalize<ExcludableKind>}s`
  | `get${Capitalize<DetailKind>}`
  | `list${Capitalize<NamedKind>}Names`;

interface Needs {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly pipeline: IngestPipeline;
}
type KindCall = Call & Needs & { readonly params: Readonly<Record<string, number>> };
type ListCall = Call & Needs & { readonly params: Page; readonly body: ListBody<ListKind> };
type WatchCall = Call & Needs & { readonly body: readonly WatchChange[] };
type WatchChange = Readonly<Record<string, unknown>> & { readonly isMonitored: boolean };

/**
 * The calls that every kind has. Lists follow the global selection; a call that names an object or cluster
 * needs only an allowed group.
 */
const routes: Readonly<Record<string, unknown>> = {
  ...routesOfEach(listKinds, (kind) => [
    listCallOf(kind),
    (call: ListCall) => listObjects(call, kind, call.params, call.body),
  ]),
  ...routesOfEach(excludableKinds, (kind) => [
    `update${capitalised(kind)}s`,
    (call: WatchCall) => changeWatch(call, kind),
  ]),
  ...routesOfEach(detailKinds, (kind) => [
    `get${capitalised(kind)}`,
    (call: KindCall) => objectDetail(call, kind, call.params[kinds[kind].idName] ?? 0),
  ]),
  ...routesOfEach(namedKinds, (kind) => [
    `list${capitalised(kind)}Names`,
    async ({ db, user, live, params: { hostId = 0 } }: KindCall) => {
      await requireSeenCluster(db, user, hostId);
      return { [`${kind}NameList`]: live.names(kind, hostId) };
    },
  ]),
};

// The names follow the kinds. The contract declares a call of this shape for each of them.
export const inventoryRoutes = routes as Pick<Handlers<Needs>, InventoryCalls>;

/** Turns monitoring of objects on or off (감시 제외), for all of them or none. */
async function changeWatch(call: WatchCall, kind: ExcludableKind) {
  const { db, user, audit, afterCommit, pipeline, body } = call;
  const { idName } = kinds[kind];
  const ids = body.map((item) => Number(item[idName]));
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0)
    throw new AppError('invalidParameter', { field: `${twice}.${idName}`, reason: 'duplicate' });
  const targets = await lockObjects(db, user, kind, ids);
  const changed = ids.flatMap((id, index) => {
    const detail = { field: `${index}.${idName}` };
    const before = requireSeen(kind, id, targets.get(id), detail);
    requireRight(user, 'alarmSetting.manage', before, detail);
    const isMonitored = body[index]?.isMonitored === true;
    const { hostId, name } = before;
    return isMonitored === before.isMonitored ? [] : [{ id, isMonitored, hostId, name }];
  });
  for (const isMonitored of [true, false]) {
    const some = changed.filter((change) => change.isMonitored === isMonitored).map(({ id }) => id);
    if (some.length > 0) await setMonitored(db, some, isMonitored);
  }
  for (const { id, isMonitored, hostId, name } of changed) {
    const [before, after] = [{ isMonitored: !isMonitored }, { isMonitored }];
    await audit('monitoring.update', { kind, id }, { hostId, name, before, after });
  }
  if (changed.length === 0) return;
  afterCommit(() => pipeline.watchChanged(kind, changed));
  await raiseVersion(db, 'clusters');
}
