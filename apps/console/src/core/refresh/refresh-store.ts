import {
  DEFAULT_REFRESH,
  type RefreshChoice,
  refreshChoices,
  refreshIntervalsMs,
} from '@gwanje/domain/constants/intervals';
import { create } from 'zustand';
import { readStored, writeStored } from '#core/browser/storage.ts';

export const REFRESH_KEY = 'refreshInterval';

export interface RefreshState {
  readonly choice: RefreshChoice;
  /** True after the user has set an interval: then pages refresh that do not refresh by default. */
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

/** Null: no automatic refresh. */
export function refreshIntervalMs(state: RefreshState, isRefreshPage: boolean): number | null {
  return isRefreshPage || state.isChosen ? refreshIntervalsMs[state.choice] : null;
}

const listeners = new Set<() => void>();

/** Records that the queries on screen have just been refetched. */
export function noteRefresh(): void {
  for (const listener of listeners) listener();
}

export function onRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
