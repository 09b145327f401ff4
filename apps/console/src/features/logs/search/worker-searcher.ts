import type { SliceSearcher } from './line-search.ts';
import type { SearchedTexts } from './search-lines.ts';

/** Much longer than a slice takes on a busy machine. */
const TOO_SLOW_MS = 3_000;

/** One worker, which is ended when a slice takes too long. */
export function workerSearcher(): SliceSearcher {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  /** The worker's next message; its first one says that it has loaded, which may take long. */
  const next = () => {
    const { promise, resolve, reject } = Promise.withResolvers<SearchedTexts>();
    worker.onmessage = ({ data }: MessageEvent<SearchedTexts>) => resolve(data);
    worker.onerror = () => reject(new Error('the search failed'));
    return { promise, reject };
  };
  const loaded = next().promise;
  return {
    search: async (slice) => {
      await loaded;
      const { promise, reject } = next();
      const timer = setTimeout(() => reject(new Error('the search takes too long')), TOO_SLOW_MS);
      worker.postMessage(slice);
      return promise.finally(() => clearTimeout(timer));
    },
    close: () => worker.terminate(),
  };
}
