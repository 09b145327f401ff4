import { type ExcludableKind, kinds } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { requireSeenCluster } from '../../access/targets.ts';
import type { NamedKind, NamesOfKind } from '../../live/columns/names.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { IngestPipeline } from '../../pipeline/ingest.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { containerDetail, namespaceDetail, nodeDetail, podDetail, workloadDetail } from './details.ts';
import { listObjects } from './lists.ts';
import { changeWatch, type WatchWork } from './watch.ts';

type InventoryCalls =
  | 'getNode'
  | 'listNodeNames'
  | 'listNodes'
  | 'updateNodes'
  | 'getPod'
  | 'listPodNames'
  | 'listPods'
  | 'updatePods'
  | 'getContainer'
  | 'listContainerNames'
  | 'listContainers'
  | 'listNamespaceNames'
  | 'getNamespace'
  | 'listNamespaces'
  | 'getWorkload'
  | 'listWorkloads'
  | 'listVolumes'
  | 'listClaims'
  | 'updateVolumes'
  | 'updateClaims';

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
  readonly collector: IngestPipeline;
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

/** Lists follow the global selection; a call that names an object or cluster needs only an allowed group. */
export const inventoryRoutes: Handlers<InventoryCalls, Needs> = {
  getNode: (call) => nodeDetail(call, call.params.nodeId),
  async listNodeNames(call) {
    return { nodeNameList: await namesOf(call, 'node', call.params.hostId) };
  },
  listNodes: (call) => listObjects(call, 'node', call.params, call.body),
  updateNodes: (call) => updateObjects(call, 'node', call.body),
  getPod: (call) => podDetail(call, call.params.podId),
  async listPodNames(call) {
    return { podNameList: await namesOf(call, 'pod', call.params.hostId) };
  },
  listPods: (call) => listObjects(call, 'pod', call.params, call.body),
  updatePods: (call) => updateObjects(call, 'pod', call.body),
  getContainer: (call) => containerDetail(call, call.params.containerId),
  async listContainerNames(call) {
    return { containerNameList: await namesOf(call, 'container', call.params.hostId) };
  },
  listContainers: (call) => listObjects(call, 'container', call.params, call.body),
  async listNamespaceNames(call) {
    return { namespaceNameList: await namesOf(call, 'namespace', call.params.hostId) };
  },
  getNamespace: (call) => namespaceDetail(call, call.params.namespaceId),
  listNamespaces: (call) => listObjects(call, 'namespace', call.params, call.body),
  getWorkload: (call) => workloadDetail(call, call.params.workloadId),
  listWorkloads: (call) => listObjects(call, 'workload', call.params, call.body),
  listVolumes: (call) => listObjects(call, 'volume', call.params, call.body),
  listClaims: (call) => listObjects(call, 'claim', call.params, call.body),
  updateVolumes: (call) => updateObjects(call, 'volume', call.body),
  updateClaims: (call) => updateObjects(call, 'claim', call.body),
};
