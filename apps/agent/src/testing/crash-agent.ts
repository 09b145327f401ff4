import { pino } from 'pino';
import { Connections } from '../kubernetes/http.ts';
import { DiskQueue } from '../sending/disk-queue.ts';
import { Outbox } from '../sending/outbox.ts';
import { Sender } from '../sending/sender.ts';

/** Run as a process to be killed: writes batch after batch, each with an event whose number goes on, and sends them. */
const [folder = '', server = '', firstText = '0'] = process.argv.slice(2);
const queue = await DiskQueue.open({
  folder,
  name: 'crash',
  mostBytes: 1024 ** 3,
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
  readToken: async () => 'test-token',
  logger: pino({ level: 'silent' }),
  onAck: () => {},
  onVerdict: () => {},
  onRefused: () => process.exit(7),
  firstWaitMs: 5,
  mostWaitMs: 50,
});
void sender.run(new AbortController().signal);
for (let number = Number(firstText); ; number += 1) {
  const at = new Date().toISOString();
  outbox.draft.event({
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
  await outbox.flush();
  // Only now is it promised: whoever reads this line may count on it.
  process.stdout.write(`${number}\n`);
}
