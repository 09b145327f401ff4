import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly to: readonly string[];
  readonly message: string;
}

export interface MailReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedMail[];
}

/** A mail server that accepts every recipient except `nobody…`. `answer` returns the error of a mail, if it has one. */
export async function startMailReceiver(
  answer: (mail: ReceivedMail) => Error | null = () => null,
): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(new Error('no such user')) : done(),
    onData: (stream, { envelope }, done) => {
      text(stream).then((message) => {
        const mail = { to: envelope.rcptTo.map(({ address }) => address), message };
        received.push(mail);
        done(answer(mail));
      }, done);
    },
  });
  // A client that is killed cuts its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  };
}
