const listeners = new Set<() => void>();

/** Everything on screen that is not new has just been asked for again. */
export function noteRefresh(): void {
  for (const listener of listeners) listener();
}

export function onRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
