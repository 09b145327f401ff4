import { whyNot } from '@gwanje/testkit/debian-program';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { describe, test } from 'vitest';
import { storeContract } from '../../testing/contract.ts';
import { startVictoriaMetrics } from '../../testing/engines.ts';
import { openPairStore } from './pair-store.ts';

describe('two engines', () => {
  const reason = whyNot('victoria-metrics');
  if (reason) {
    process.stdout.write(`skipped: ${reason}\n`);
    test('are installed', (context) => context.skip(reason));
  } else storeContract(opened);
});

async function opened(now: () => number) {
  const folder = temporaryFolder();
  const engines = await Promise.all([startVictoriaMetrics(), startVictoriaMetrics()]);
  const store = await openPairStore({
    urls: engines.map(({ url }) => url),
    queueDir: folder.path,
    maxQueueBytes: 1024 ** 2,
    now,
    onAway: () => {},
    onBack: () => {},
    onLost: () => {},
  });
  return {
    store,
    settle: async () => void (await Promise.all(engines.map((engine) => engine.settle()))),
    async stop() {
      await Promise.all(engines.map((engine) => engine.stop()));
      folder[Symbol.dispose]();
    },
  };
}
