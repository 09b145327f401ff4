import { DEFAULT_REFRESH, type RefreshChoice, refreshChoices } from '@gwanje/domain/constants/intervals';
import { create } from 'zustand';
import { onStoredElsewhere, readStored, writeStored } from '#core/browser/storage.ts';

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

/** Follows the interval that another window chooses. Returns a stop function. */
export function followRefreshChoice(): () => void {
  return onStoredElsewhere(REFRESH_KEY, () => useRefresh.setState(readRefresh()));
}

/** The `refetchInterval` of a query that follows a running process: no request while the refresh is off. */
export function usePollMs(): (everyMs: number) => number | false {
  const isOff = useRefresh(({ choice }) => choice === 'off');
  return (everyMs) => (isOff ? false : everyMs);
}
