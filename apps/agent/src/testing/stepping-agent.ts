import { createServer } from 'node:http';
import { createLogger } from '@gwanje/backend/observe/logger';
import { Connections } from '../kubernetes/http.ts';
import { ClusterReplay } from '../replay/cluster-replay.ts';
import { readMoment } from '../replay/moment.ts';
import { postTo } from '../replay/post.ts';
import { readSettings } from '../settings.ts';

/*
 * An agent whose steps somebody else counts: each request to its port is one look at a simulator whose clock is held,
 * answered when the server has stored what was seen. Arguments: control address, name of the cluster, then an agent's.
 */

/** A machine with other things to do is no API server that does not answer; one that is away refuses at once. */
const ASK_WITHIN_MS = 60_000;

const [control = '', name = '', ...args] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));

const settings = readSettings(args, {});
const logger = createLogger('agent', 'warn');
const { token } = settings;
if (!('text' in token)) throw new Error('the token is given in words');
const never = new AbortController().signal;
const connections = new Connections(false);
let atMs = Date.now();
const now = () => new Date(atMs);
const post = postTo({ connections, server: settings.server, token: token.text, signal: never, now });
const teller = await ClusterReplay.open({ settings, logger, post, askWithinMs: ASK_WITHIN_MS });

async function step(): Promise<string> {
  await teller.askFacts(AbortSignal.timeout(ASK_WITHIN_MS));
  const answer = await fetch(`${control}/moment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 0, since: { [name]: teller.version } }),
  });
  const moment = readMoment(Buffer.from(await answer.arrayBuffer())).clusters.get(name);
  if (!moment) throw new Error(`the simulator does not tell of ${name}`);
  atMs = moment.atMs;
  await teller.tell(moment);
  await teller.finish();
  return String(moment.atMs);
}

const server = createServer((_request, response) => {
  step().then(
    (text) => response.end(text),
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`listening at http://127.0.0.1:${address?.port}\n`);
});
