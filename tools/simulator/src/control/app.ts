import { type BaseAppOptions, createBaseApp } from '@gwanje/backend/http/base-app';
import { parsePart } from '@gwanje/backend/http/parse';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { AppError } from '@gwanje/contract/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerKubelet } from '../kubelet/answer.ts';
import { momentBytes, type Past } from '../replay/past.ts';
import { ScenarioError } from '../scenarios/engine.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../scenarios/registry.ts';
import type { Simulator } from '../simulator.ts';
import type { HeldClock } from '../time/clock.ts';
import { CONTROL_SCRIPT, controlPage } from './page.ts';

const REQUESTS_PER_MINUTE = 1_000_000;

const StartBody = z
  .object({
    cluster: z.string().optional(),
    target: z.string().optional(),
    seconds: z.number().positive().max(86_400).optional(),
  })
  .default({});
const ClockBody = z.union([
  z.object({
    advanceMs: z
      .number()
      .int()
      .min(0)
      .max(400 * 86_400_000),
  }),
  z.object({ follow: z.literal(true) }),
]);
const MomentBody = z.object({
  advanceMs: z.number().int().min(0).max(86_400_000),
  /** By cluster: the version that is known. */
  since: z.record(z.string(), z.number().int().min(0)),
});
const RunningParams = z.object({ id: z.coerce.number().int().positive() });
const KubeletParams = z.object({ cluster: z.string(), node: z.string(), '*': z.string() });
const KubeletQuery = z.object({ at: z.iso.datetime({ offset: true }).optional() });

/** A clock that is moved by hand, and what is noted while it is. */
export interface Held {
  readonly clock: HeldClock;
  /** By cluster. */
  readonly pasts: ReadonlyMap<string, Past>;
}

/** The page and the calls that make things happen. */
export async function createControlApp(
  simulator: Simulator,
  logger: BaseAppOptions['logger'],
  held: Held | undefined,
): Promise<FastifyInstance> {
  const app = await createBaseApp({
    logger,
    metrics: createMetrics('simulator'),
    isSecure: false,
    trustProxy: undefined,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    hasStyleAttributes: false,
    // Leaping over hours takes seconds, and nobody is to be turned away for it.
    busyAfterMs: 0,
    isReady: async () => true,
  });
  app.addHook('onRequest', async () => simulator.timeline.catchUp());

  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(controlPage(simulator)),
  );
  app.get('/control.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(CONTROL_SCRIPT),
  );
  app.get('/clusters', async () => ({ clusters: describeClusters(simulator) }));
  app.get('/scenarios', async () => ({
    scenarios: SCENARIO_NAMES.map((name) => {
      const { title, target, usualSec } = SCENARIOS[name];
      return { name, title, target, usualSec };
    }),
  }));
  app.get('/scenarios/running', async () => ({ running: simulator.engine.running() }));
  app.post('/scenarios/:name', async (request, reply) => {
    const { name } = parsePart(z.object({ name: z.string() }), request.params);
    const body = parsePart(StartBody, request.body);
    const cluster = body.cluster ?? simulator.clusters[0]?.cluster.name ?? '';
    try {
      return await reply.code(201).send(simulator.engine.start(name, { ...body, cluster }));
    } catch (error) {
      if (error instanceof ScenarioError) throw new AppError('invalidParameter', { reason: error.message });
      throw error;
    }
  });
  app.delete('/scenarios/running/:id', async (request, reply) => {
    const { id } = parsePart(RunningParams, request.params);
    if (!simulator.engine.stop(id)) throw new AppError('notFound');
    return reply.code(204).send();
  });
  app.post('/clock', async (request) => {
    const { clock, pasts } = requireHeld(held);
    const body = parsePart(ClockBody, request.body);
    if ('follow' in body) {
      for (const past of pasts.values()) past.stop();
      clock.follow();
      simulator.timeline.catchUp();
    } else clock.advance(body.advanceMs);
    return { now: new Date(clock.nowMs()).toISOString() };
  });
  // A leap, and what agents would have seen and read by then, in one answer and without their waiting for watches.
  app.post('/moment', async (request, reply) => {
    const { clock, pasts } = requireHeld(held);
    const { advanceMs, since } = parsePart(MomentBody, request.body);
    const asked = Object.entries(since).map(([name, version]) => {
      const past = pasts.get(name);
      if (!past) throw new AppError('notFound');
      return { past, version };
    });
    clock.advance(advanceMs);
    const told = asked.map(({ past, version }) => past.since(version));
    return reply.type('application/octet-stream').send(momentBytes(simulator.timeline.nowMs(), told));
  });
  // A kubelet asked about the past, which only a simulated one can answer: pods of today as they were then.
  app.get('/clusters/:cluster/nodes/:node/*', async (request, reply) => {
    const params = parsePart(KubeletParams, request.params);
    const { at } = parsePart(KubeletQuery, request.query);
    const found = simulator.clusters.find(({ cluster }) => cluster.name === params.cluster);
    if (!found?.cluster.store.nodes.get(params.node)) throw new AppError('notFound');
    const atSec = at === undefined ? undefined : Math.floor(Date.parse(at) / 1000);
    const answer = answerKubelet(found.cluster, params.node, `/${params['*']}`, atSec);
    return reply.code(answer.status).type(answer.contentType).send(answer.body);
  });
  return app;
}

function requireHeld(held: Held | undefined): Held {
  if (!held) throw new AppError('conflict', { reason: 'the simulator follows the real clock' });
  return held;
}

function describeClusters(simulator: Simulator) {
  return simulator.clusters.map(({ cluster, url, kubelets }) => ({
    name: cluster.name,
    kind: cluster.spec.flavour.kind,
    version: cluster.spec.flavour.version,
    url,
    nodes: cluster.store.nodes.size,
    pods: cluster.store.pods.size,
    resourceVersion: String(cluster.store.versions.current),
    kubelets,
  }));
}
