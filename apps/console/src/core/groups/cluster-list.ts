import { type ClusterName, listClusterNames } from '@gwanje/contract/clusters/clusters';
import { allowedSubGroupIds } from '@gwanje/domain/access/group-selection';
import { create } from 'zustand';
import { call } from '#core/api/client.ts';
import { logWarning } from '#core/browser/log.ts';
import { useGroups } from './group-store.ts';

interface ClusterState {
  readonly clusterList: readonly ClusterName[];
  /** True if the names failed to load. The list is then empty, although clusters may exist. */
  readonly failed: boolean;
  readonly loaded: boolean;
}

const initial: ClusterState = { clusterList: [], failed: false, loaded: false };

export const useClusters = create<ClusterState>()(() => initial);

let lastLoad = 0;
let loading: Promise<void> = Promise.resolve();

export function initialiseClusters(): void {
  lastLoad += 1;
  useClusters.setState(initial);
}

/** The clusters of the selected groups. A failure is logged and gives an empty list marked as failed. */
export function loadClusterNames(): Promise<void> {
  loading = load();
  return loading;
}

/** Resolves when no load is running, so that callers see the clusters of the latest selection. */
export async function clustersSettled(): Promise<void> {
  for (let awaited: Promise<void> | null = null; awaited !== loading; ) {
    awaited = loading;
    await awaited;
  }
}

/** An allowed cluster of a group that is not selected; undefined if there is none, or it could not be loaded. */
export async function findOutsideSelection(hostId: number): Promise<ClusterName | undefined> {
  const { groupNameList, selectedSubGroupIds } = useGroups.getState();
  const subGroupIds = allowedSubGroupIds(groupNameList).filter((id) => !selectedSubGroupIds.includes(id));
  if (subGroupIds.length === 0) return undefined;
  try {
    const { clusterList = [] } = await call(listClusterNames, { subGroupIds });
    return clusterList.find((cluster) => cluster.hostId === hostId);
  } catch (error) {
    logWarning('the clusters of the other groups could not be loaded', error);
    return undefined;
  }
}

async function load(): Promise<void> {
  // The response for an earlier selection must not replace the response for a later one.
  const mine = ++lastLoad;
  const next = await fetchClusterNames();
  if (mine === lastLoad) useClusters.setState(next);
}

async function fetchClusterNames(): Promise<ClusterState> {
  try {
    const { clusterList = [] } = await call(listClusterNames);
    return { clusterList, failed: false, loaded: true };
  } catch (error) {
    logWarning('the cluster names could not be loaded', error);
    return { clusterList: [], failed: true, loaded: false };
  }
}
