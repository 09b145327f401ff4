import { type ManualClock, manualClock } from '../core/clock.ts';
import { createSimulator, type RunningCluster, type Simulator, type SimulatorOptions } from '../simulator.ts';

const START_MS = Date.parse('2026-11-15T06:00:00Z');

/** Tests read answers by path, without types: a wrong path fails the expectation. */
export type Json = ReturnType<typeof JSON.parse>;

/** What an agent lists. */
export const READ_PATHS = `
  /api/v1/nodes /api/v1/pods /api/v1/namespaces /api/v1/events /api/v1/persistentvolumes
  /api/v1/persistentvolumeclaims /api/v1/resourcequotas /api/v1/limitranges /api/v1/services
  /apis/apps/v1/deployments /apis/apps/v1/replicasets /apis/apps/v1/controllerrevisions
  /apis/apps/v1/statefulsets /apis/apps/v1/daemonsets /apis/batch/v1/jobs /apis/batch/v1/cronjobs
  /apis/discovery.k8s.io/v1/endpointslices /apis/networking.k8s.io/v1/ingresses
  /apis/autoscaling/v2/horizontalpodautoscalers /apis/policy/v1/poddisruptionbudgets`
  .trim()
  .split(/\s+/);

export interface Started extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly clock: ManualClock;
  readonly first: RunningCluster;
  /** Sends a request to the first cluster as its admin, or with another token. '' is anonymous. */
  ask(path: string, token?: string, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<Json>;
  /** The events of a watch from this version on, until its timeout of one second. */
  watch(path: string, resourceVersion: string): Promise<Json[]>;
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
    async watch(path, resourceVersion) {
      const answer = await ask(`${path}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=1`);
      return linesOf(await answer.text());
    },
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  };
}

/** One JSON value in each line. */
export function linesOf(text: string): Json[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}
