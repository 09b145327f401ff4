import { pino } from 'pino';
import { z } from 'zod';
import { Connections } from '../http/http.ts';
import { DiskQueue } from '../sending/disk-queue.ts';
import { Outbox } from '../sending/outbox.ts';
import { Sender } from '../sending/sender.ts';
import { numberedPod } from './numbered-pod.ts';

/**
 * A process for kill tests. It writes and sends batches, each with one event with the next number. With a
 * start time, each batch also has a pod of that number, and a sample of pod 0 one step after the last.
 */
const Plan = z.object({
  token: z.string().default('test-token'),
  startMs: z.number().optional(),
  stepMs: z.number().default(1),
  last: z.number().default(Number.POSITIVE_INFINITY),
});
process.once('disconnect', () => process.exit(1));
const [folder = '', server = '', firstText = '0', planText = '{}'] = process.argv.slice(2);
const { token, startMs, stepMs, last } = Plan.parse(JSON.parse(planText));
const queue = await DiskQueue.open({
  folder,
  name: 'crash',
  maxBytes: 1024 ** 3,
  onDropped: () => process.exit(9),
});
const outbox = new Outbox({
  queue,
  role: 'cluster',
  version: 'test',
  compression: 'gzip',
  now: () => new Date(),
  facts: () => undefined,
  problems: () => [],
  onLost: () => process.exit(8),
});
const sender = new Sender({
  queue,
  connections: new Connections(false),
  server,
  readToken: async () => token,
  logger: pino({ level: 'silent' }),
  onAck: () => {},
  onVerdict: () => {},
  onRefused: () => process.exit(7),
  firstWaitMs: 5,
  maxWaitMs: 50,
});
void sender.run(new AbortController().signal);
for (let number = Number(firstText); number <= last; number += 1) {
  const at = new Date(startMs === undefined ? Date.now() : startMs + number * stepMs).toISOString();
  outbox.event({
    uid: `event-${number}`,
    type: 'Normal',
    reason: 'Test',
    message: '',
    count: 1,
    firstAt: at,
    lastAt: at,
    object: { kind: 'Pod', namespace: 'a', name: 'b', uid: null, container: null },
    source: null,
  });
  if (startMs !== undefined) {
    outbox.upsert(numberedPod(number, at));
    outbox.sample({ ts: at, pod: { uid: ['pod-0'], procCnt: [number] } });
  }
  await outbox.flush();
  // The batch is confirmed from here on: the test that reads this line may rely on it.
  process.stdout.write(`${number}\n`);
}
