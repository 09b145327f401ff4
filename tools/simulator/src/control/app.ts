import { type BaseAppOptions, createBaseApp } from '@gwanje/backend/http/base-app';
import { parsePart } from '@gwanje/backend/http/parse';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerKubelet } from '../kubelet/answer.ts';
import { ScenarioError } from '../scenarios/engine.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../scenarios/registry.ts';
import type { Simulator } from '../simulator.ts';
import { CONTROL_SCRIPT, controlPage } from './page.ts';

const REQUESTS_PER_MINUTE = 1_000_000;

const StartBody = z
  .object({
    cluster: z.string().optional(),
    target: z.string().optional(),
    seconds: z.number().positive().max(86_400).optional(),
  })
  .default({});
const RunningParams = z.object({ id: z.coerce.number().int().positive() });
const KubeletParams = z.object({ cluster: z.string(), node: z.string(), '*': z.string() });
const KubeletQuery = z.object({ at: z.iso.datetime({ offset: true }).optional() });

/** The control page, and the calls that start and stop scenarios. */
export async function createControlApp(
  simulator: Simulator,
  logger: BaseAppOptions['logger'],
): Promise<FastifyInstance> {
  const app = await createBaseApp({
    logger,
    metrics: createMetrics('simulator'),
    isSecure: false,
    trustProxy: undefined,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    hasStyleAttributes: false,
    // Simulating hours takes seconds. Requests wait for it.
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
  app.get('/scenarios', async () => ({
    scenarios: SCENARIO_NAMES.map((name) => {
      const { title, target } = SCENARIOS[name];
      return { name, title, target };
    }),
  }));
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
  // A kubelet's answer at another time, for tests: today's pods with the values of that time.
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
