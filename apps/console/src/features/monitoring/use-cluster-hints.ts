import { useRef } from 'react';
import { refreshNow } from '#core/refresh/auto-refresh.ts';
import { type ChangedKind, refreshKinds } from '#core/refresh/refresh-kinds.ts';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';

/** Refreshes the queries on screen when the stream reports a change in the cluster. */
export function useClusterHints(hostId: number | undefined): void {
  const kinds = useRef<Set<ChangedKind> | null>(new Set());
  useStreamHints(
    (event) => {
      if (!('hostId' in event) || event.hostId !== hostId) return false;
      if (event.type !== 'inventoryChanged') kinds.current = null;
      for (const kind of event.type === 'inventoryChanged' ? event.kinds : []) kinds.current?.add(kind);
      return true;
    },
    () => {
      const changed = kinds.current;
      kinds.current = new Set();
      // Null: any kind may have changed. Empty: messages were missed.
      void (changed === null || changed.size === 0 ? refreshNow() : refreshKinds(changed));
    },
  );
}
