/** Rejects with the reason of the signal if it aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal?.reason);
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
