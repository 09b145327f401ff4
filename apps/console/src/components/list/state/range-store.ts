import type { RowRange } from '@gwanje/ui/list/model/grid-types';
import { useState, useSyncExternalStore } from 'react';

/** The rows in view change with every frame of a scroll; only subscribers re-render. */
export interface RangeStore {
  readonly get: () => RowRange;
  readonly set: (range: RowRange) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createRangeStore(): RangeStore {
  let range: RowRange = { first: 0, last: 0 };
  const listeners = new Set<() => void>();
  return {
    get: () => range,
    set: (next) => {
      range = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useRangeStore(): RangeStore {
  return useState(createRangeStore)[0];
}

export function useRange(store: RangeStore): RowRange {
  return useSyncExternalStore(store.subscribe, store.get);
}
