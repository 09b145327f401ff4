import { json } from 'node:stream/consumers';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { z } from 'zod';
import { manualClock } from '../../simulator/src/core/clock.ts';
import { createWorld } from '../../simulator/src/create-world.ts';
import { postTo } from '../batch-post.ts';
import { SimulatedAgent } from '../simulated-agent.ts';

/*
 * Run as a process by tests: one simulated cluster and its agent. The test moves their clock.
 *   POST /step {ms, isSilent}        moves the clock; unless silent, answers when the server has stored it
 *   POST /scenarios/NAME {target?}   starts a scenario, returns {id}
 *   DELETE /scenarios/ID             ends it
 */

/** The default name of a simulated AKS cluster. The load of its pods depends on the name. */
const CLUSTER = 'aks-koreacentral-prod';

const Step = z.object({ ms: z.number(), isSilent: z.boolean() });
const Start = z.object({ target: z.string().optional() });

const [server = '', token = '', pods = '', startAt = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));

const clock = manualClock(Date.parse(startAt));
const { clusters, engine } = createWorld({
  clusters: [{ name: CLUSTER, flavour: 'aks', pods: Number(pods) }],
  seed: 1,
  clock,
});
const [cluster] = clusters;
if (!cluster) throw new Error('no cluster');
const agent = new SimulatedAgent({ cluster, agentId: 'stepped-agent', post: postTo(server, token) });

async function answer(method: string, path: string, body: unknown): Promise<object> {
  if (path === '/step') {
    const { ms, isSilent } = Step.parse(body);
    clock.advance(ms);
    if (!isSilent) {
      await agent.step();
      await agent.flush();
    }
    return { now: new Date(clock.nowMs()).toISOString() };
  }
  const name = path.slice('/scenarios/'.length);
  if (method === 'DELETE') return { isStopped: engine.stop(Number(name)) };
  return engine.start(name, { cluster: CLUSTER, ...Start.parse(body) });
}

const { url } = await openTestServer(async (request, response) => {
  try {
    const body = request.method === 'POST' ? await json(request) : undefined;
    response.end(JSON.stringify(await answer(request.method ?? '', request.url ?? '', body)));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});
process.stdout.write(`listening at ${url}\n`);
