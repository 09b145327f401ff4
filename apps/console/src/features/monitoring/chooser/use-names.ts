import { listContainerNames } from '@gwanje/kinds/container/calls';
import { listNamespaceNames } from '@gwanje/kinds/namespace/calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { listWorkloadNames } from '@gwanje/kinds/workload/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { apiQuery } from '#core/api/query.ts';
import { logWarning } from '#core/browser/log.ts';
import type { ChooserNames, TreeOrder } from './chooser-tree.ts';

const FRESH_MS = 30_000;
const NONE: readonly never[] = [];

/** The name lists that a tree needs. It can be shown when the names of its first level have arrived. */
export function useNames(hostId: number, order: TreeOrder) {
  const params = { params: { hostId } };
  const isByNode = order === 'node';
  const nodes = useQuery({
    ...apiQuery(listNodeNames, params, { staleMs: FRESH_MS, changesWith: ['node'] }),
    enabled: isByNode,
  });
  // Alarms too: these names carry the level of the open alarms.
  const namespaces = useQuery({
    ...apiQuery(listNamespaceNames, params, { staleMs: FRESH_MS, changesWith: ['namespace', 'alarm'] }),
    enabled: !isByNode,
  });
  const workloads = useQuery({
    ...apiQuery(listWorkloadNames, params, { staleMs: FRESH_MS, changesWith: ['workload', 'alarm'] }),
    enabled: !isByNode,
  });
  const pods = useQuery(
    apiQuery(listPodNames, params, { staleMs: FRESH_MS, changesWith: ['pod', 'node', 'workload'] }),
  );
  const containers = useQuery(
    apiQuery(listContainerNames, params, { staleMs: FRESH_MS, changesWith: ['container', 'pod'] }),
  );
  const { nodeNameList = NONE } = nodes.data ?? {};
  const { namespaceNameList = NONE } = namespaces.data ?? {};
  const { workloadNameList = NONE } = workloads.data ?? {};
  const { podNameList = NONE } = pods.data ?? {};
  const { containerNameList = NONE } = containers.data ?? {};
  const lists = useMemo<ChooserNames>(
    () => ({
      nodes: nodeNameList,
      namespaces: namespaceNameList,
      workloads: workloadNameList,
      pods: podNameList,
      containers: containerNameList,
    }),
    [nodeNameList, namespaceNameList, workloadNameList, podNameList, containerNameList],
  );
  useLoggedFailure('nodes', nodes.error);
  useLoggedFailure('namespaces', namespaces.error);
  useLoggedFailure('workloads', workloads.error);
  useLoggedFailure('pods', pods.error);
  useLoggedFailure('containers', containers.error);

  const first = isByNode ? nodes : namespaces;
  const others = isByNode ? [pods, containers] : [workloads, pods, containers];
  const error = first.error ?? pods.error;
  return {
    lists,
    /** The reason why nothing can be shown. */
    failed: error && !first.data ? error : null,
    isLoading: !first.data,
    isPart: others.some(({ isError, data }) => isError && !data),
    retry: () => void Promise.all([first, ...others].map(({ refetch }) => refetch())),
  };
}

/** Logs the reason if names fail to load; the list is then empty. */
function useLoggedFailure(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) logWarning(`the names of the ${what} could not be loaded`, error);
  }, [what, error]);
}
