import { type ManualClock, manualClock } from '../core/clock.ts';
import { createSimulator, type RunningCluster, type Simulator, type SimulatorOptions } from '../simulator.ts';

export const START_MS = Date.parse('2026-11-15T06:00:00Z');

/** Tests read answers by path, without types: a wrong path fails the expectation. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Started extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly clock: ManualClock;
  readonly first: RunningCluster;
  /** Sends a request to the first cluster as its admin, or with another token. '' is anonymous. */
  ask(path: string, token?: string, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<Json>;
}

export async function startForTest(options: Partial<SimulatorOptions> = {}): Promise<Started> {
  const clock = manualClock(START_MS);
  const simulator = await createSimulator({
    clusters: [{ name: 'aks-test', flavour: 'aks', pods: 90 }],
    seed: 7,
    clock,
    ...options,
  });
  const [first] = simulator.clusters;
  if (!first) throw new Error('no cluster was asked for');
  async function ask(path: string, token = first?.accounts.admin.token ?? '', init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    return fetch(`${first?.url}${path}`, { ...init, headers });
  }
  return {
    simulator,
    clock,
    first,
    ask,
    async get(path) {
      const answer = await ask(path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  };
}
