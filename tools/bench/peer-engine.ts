import { type Engine, startVictoriaMetrics } from '../../packages/metric-store/src/testing/engines.ts';
import { whyNot } from '../../packages/testkit/src/debian-program.ts';
import { PEER } from './figure.ts';

/** Measures the same on the peer. Undefined if the peer is not installed. */
export async function withPeerEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T | undefined> {
  if (whyNot(PEER) !== undefined) return undefined;
  const engine = await startVictoriaMetrics();
  try {
    return await work(engine);
  } finally {
    await engine.stop();
  }
}
