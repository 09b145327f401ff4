import {
  type DashboardConditions,
  defaultConditions,
  resolveConditions,
} from '@gwanje/domain/dashboard/conditions';
import {
  defaultExpandOptions,
  type ExpandOptions,
  resolveExpandOptions,
} from '@gwanje/domain/dashboard/options';
import { create } from 'zustand';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';

export const CONDITIONS_KEY = 'dashboardConditions';
export const EXPAND_KEY = 'dashboardExpandOptions';

export interface DashboardState {
  readonly conditions: DashboardConditions;
  readonly expand: ExpandOptions;
}

/** The user's choices on the dashboard, stored for the browser session. */
export const useDashboard = create<DashboardState>()(() => readDashboard());

/** Reads and checks the stored choices: they may come from an older version. */
export function readDashboard(): DashboardState {
  return {
    conditions: resolveConditions(undefined, readStoredJson('session', CONDITIONS_KEY)),
    expand: resolveExpandOptions(readStoredJson('session', EXPAND_KEY)),
  };
}

export function setConditions(conditions: DashboardConditions): void {
  useDashboard.setState({ conditions });
  writeStored('session', CONDITIONS_KEY, JSON.stringify(conditions));
}

export function setExpandOptions(expand: ExpandOptions): void {
  useDashboard.setState({ expand });
  writeStored('session', EXPAND_KEY, JSON.stringify(expand));
}

/** The address overrides the session, the session overrides the defaults. */
export function conditionsFor(address: unknown): DashboardConditions {
  return resolveConditions(address, useDashboard.getState().conditions);
}

export function resetDashboard(): void {
  setConditions(defaultConditions);
  setExpandOptions(defaultExpandOptions);
}

/** Removes clusters that are no longer allowed from the stored conditions. If none of them is left, all resets. */
export function keepAllowedClusters(hostIds: readonly number[]): void {
  const { conditions } = useDashboard.getState();
  if (conditions.isAllCluster) return;
  const clusterList = conditions.clusterList.filter((id) => hostIds.includes(id));
  if (clusterList.length === 0) resetDashboard();
  else setConditions({ ...conditions, clusterList });
}

/** Called on every entry of main with the previous route's name; null after a page load. */
export function onEnterMain(fromRouteName: string | null): void {
  const isSameVisit = fromRouteName === 'main' || (fromRouteName === null && isReload());
  if (!isSameVisit) resetDashboard();
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'reload';
}
