import { create } from 'zustand';
import { readStored, writeStored } from '#shared/storage.ts';

export const REFRESH_KEY = 'refreshInterval';

export const refreshChoices = ['off', '10s', '30s', '1m'] as const;
export type RefreshChoice = (typeof refreshChoices)[number];
export const DEFAULT_REFRESH: RefreshChoice = '30s';

const INTERVAL_MS: Readonly<Record<RefreshChoice, number | null>> = {
  off: null,
  '10s': 10_000,
  '30s': 30_000,
  '1m': 60_000,
};

export interface RefreshState {
  readonly choice: RefreshChoice;
  /** Pages that do not refresh by themselves do so once the user has set an interval. */
  readonly isChosen: boolean;
}

export const useRefresh = create<RefreshState>()(() => readRefresh());

export function readRefresh(): RefreshState {
  const stored = readStored('local', REFRESH_KEY);
  const choice = refreshChoices.find((candidate) => candidate === stored);
  return { choice: choice ?? DEFAULT_REFRESH, isChosen: choice !== undefined };
}

export function chooseRefresh(choice: RefreshChoice): void {
  useRefresh.setState({ choice, isChosen: true });
  writeStored('local', REFRESH_KEY, choice);
}

/** Null: by hand only. */
export function refreshIntervalMs(state: RefreshState, isRefreshPage: boolean): number | null {
  return isRefreshPage || state.isChosen ? INTERVAL_MS[state.choice] : null;
}
