export interface CursorState {
  readonly atMs: number;
  /** The chart that the pointer or the keyboard is in. */
  readonly source: string;
}

export interface CursorStore {
  readonly get: () => CursorState | null;
  readonly set: (state: CursorState | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** One instant that all charts of a page point at. */
export function createCursorStore(): CursorStore {
  let current: CursorState | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (state) => {
      if (state?.atMs === current?.atMs && state?.source === current?.source) return;
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
