const listeners = new Set<() => void>();

/** The queries on screen have just been refetched. */
export function noteRefresh(): void {
  for (const listener of listeners) listener();
}

export function onRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
