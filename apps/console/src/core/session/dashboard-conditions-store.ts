import {
  type DashboardConditions,
  defaultConditions,
  resolveConditions,
} from '@gwanje/domain/dashboard/conditions';
import {
  defaultExpandOptions,
  type ExpandOptions,
  resolveExpandOptions,
} from '@gwanje/domain/dashboard/expand-options';
import { create } from 'zustand';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';

export const CONDITIONS_KEY = 'dashboardConditions';
export const EXPAND_KEY = 'dashboardExpandOptions';

export interface DashboardState {
  readonly conditions: DashboardConditions;
  readonly expand: ExpandOptions;
}

/** What the user chose on the dashboard, kept for the browser session. */
export const useDashboard = create<DashboardState>()(() => readDashboard());

/** What the session kept, checked: it may be of an older version, or edited. */
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

/** The address wins over the session, the session over the defaults. */
export function conditionsFor(address: unknown): DashboardConditions {
  return resolveConditions(address, useDashboard.getState().conditions);
}

export function resetDashboard(): void {
  setConditions(defaultConditions);
  setExpandOptions(defaultExpandOptions);
}

/** To be told of every entry of main, with the name of the route before it; null where the page was just loaded. */
export function onEnterMain(fromRouteName: string | null): void {
  const isSameVisit = fromRouteName === 'main' || (fromRouteName === null && isReload());
  if (!isSameVisit) resetDashboard();
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'reload';
}
