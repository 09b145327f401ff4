import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { Random } from '../../../simulator/src/core/random.ts';
import type { History } from '../history.ts';

const FAILS = 0.1;

const MAIL_DELIVERY = /^X-Gwanje-Delivery: (\S+)/im;
const MAIL_SUBJECT = /^Subject: .*(?:\r?\n[ \t].*)*/im;

/**
 * A receiver of webhooks and a mail server record the messages about alarms. Sometimes they take one and answer with
 * an error, so that it is repeated.
 */
export async function startMessageReceivers(seed: number, history: History, fails = FAILS) {
  await using opening = new AsyncDisposableStack();
  const random = new Random(seed);
  const mail = opening.use(
    await startMailReceiver(({ message }) => {
      // Other headers, and the boundaries between the parts, differ in a repeat.
      const deliveryId = MAIL_DELIVERY.exec(message)?.[1] ?? '';
      history.messages.push({ deliveryId, body: MAIL_SUBJECT.exec(message)?.[0] ?? '' });
      return random.chance(fails) ? new Error('try again') : null;
    }),
  );
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const deliveryId = String(request.headers['x-gwanje-delivery']);
    history.messages.push({ deliveryId, body });
    response.writeHead(random.chance(fails) ? 500 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opening.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const opened = opening.move();
  return {
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`,
    mailUrl: mail.url,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
