import { whyNot } from '@gwanje/testkit/debian-program';
import { describe, test } from 'vitest';
import { storeContract } from '../testing/contract.ts';
import { type Engine, startPrometheus, startVictoriaMetrics } from '../testing/engines.ts';
import { openPrometheusStore } from './prometheus-store.ts';

const engines = [
  { program: 'victoria-metrics', start: startVictoriaMetrics },
  { program: 'prometheus', start: startPrometheus },
] as const;

describe.each(engines)('$program', ({ program, start }) => {
  const reason = whyNot(program);
  if (reason) {
    process.stdout.write(`skipped: ${reason}\n`);
    test('is installed', (context) => context.skip(reason));
  } else storeContract((now) => opened(start, now));
});

async function opened(start: () => Promise<Engine>, now: () => number) {
  const engine = await start();
  const store = await openPrometheusStore({ url: engine.url, now });
  return { store, settle: engine.settle, stop: engine.stop };
}
