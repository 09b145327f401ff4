import type { Environment } from 'vitest/runtime';
import { workerLifetime } from './worker-lifetime.ts';

/** Node, as usual. Closes what the files of a worker shared when the worker ends. */
export default {
  name: 'node-worker',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: () => workerLifetime().disposeAsync() }),
} satisfies Environment;
