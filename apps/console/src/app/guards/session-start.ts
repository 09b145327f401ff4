import { clustersSettled, loadClusterNames, useClusters } from '#core/groups/cluster-list.ts';
import { loadAllowedGroups } from '#core/groups/groups.ts';
import { checkLoginAtStart, startSessionPolling } from '#core/session/session.ts';
import type { KnownClusters } from './address.ts';

let started: Promise<boolean> | null = null;
let clustersLoading: Promise<void> | null = null;

/** The login check of the first navigation. False: the browser is on its way to the login site. */
export function ensureSession(): Promise<boolean> {
  started ??= start();
  return started;
}

/** The next navigation checks the login again, as after a page load. */
export function forgetSessionStart(): void {
  started = null;
}

async function start(): Promise<boolean> {
  if (!(await checkLoginAtStart())) return false;
  startSessionPolling();
  // Not awaited, because pages without a cluster do not need the groups.
  clustersLoading = loadAllowedGroups().then(loadClusterNames);
  return true;
}

/** The clusters of the selected groups, after all running loads; on request the managed ones first. */
export async function knownClusters(isManagedFirst: boolean): Promise<KnownClusters> {
  await clustersLoading;
  await clustersSettled();
  // Only settings pages need it, so it is not part of the first load.
  const managed = isManagedFirst
    ? await import('#core/groups/use-managed-meta-groups.ts').then((module) => module.loadManagedClusters())
    : [];
  const { clusterList, failed } = useClusters.getState();
  return failed ? null : [...new Set([...managed, ...clusterList].map(({ hostId }) => hostId))];
}

export async function retryClusters(): Promise<void> {
  clustersLoading = loadAllowedGroups().then(loadClusterNames);
  await clustersLoading;
}
