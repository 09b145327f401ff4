import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleFacts } from '../message-facts.ts';
import { MessageSender } from '../message-sender.ts';
import { type MailReceiver, type ReceivedMail, startMailReceiver } from '../testing/mail-receiver.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { MailClient } from './mail-client.ts';

const outside = {
  async post(): Promise<never> {
    throw new Error('mail goes to no web address');
  },
};
let receiver: MailReceiver;
let mailer: MailClient;

beforeEach(async () => {
  receiver = await startMailReceiver();
  mailer = new MailClient({ url: receiver.url, from: 'Gwanje <alarm@example.com>' }, 2000);
});
afterEach(async () => {
  mailer.close();
  await receiver[Symbol.asyncDispose]();
});

/** Returns the unfolded headers and the decoded parts of the body. */
function read({ message }: ReceivedMail) {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

/** Long or non-ASCII text is sent encoded. */
function decoded(body: string): string {
  const parts = [...body.matchAll(/\r\n\r\n((?:[A-Za-z0-9+/=]{4,}\r?\n?)+)/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString(),
  );
  const plain = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return [...parts, plain].join('\n');
}

test('sends a message as text and as escaped HTML, under its id', async () => {
  const messenger = new MessageSender({ outside, mail: mailer }, 'https://gwanje.example.com');
  const alarm = { ...exampleFacts(new Date('2026-03-02T00:00:00Z')), name: '<img src=x onerror=alert(1)>' };
  const target = {
    kind: 'email',
    url: null,
    recipientList: ['a@example.com', 'b@example.com'],
    bodyTemplate: null,
    language: 'en',
  } as const;
  await messenger.send(target, '0a0a0a0a-0000-4000-8000-000000000001', { reason: 'occurred', alarm });
  const [mail] = receiver.received;
  if (!mail) throw new Error('no mail');
  expect(mail.to).toEqual(['a@example.com', 'b@example.com']);
  const { headers, body } = read(mail);
  expect(headers.get('message-id')).toBe('<0a0a0a0a-0000-4000-8000-000000000001@gwanje>');
  expect(headers.get('x-gwanje-delivery')).toBe('0a0a0a0a-0000-4000-8000-000000000001');
  expect(headers.get('from')).toBe('Gwanje <alarm@example.com>');
  const seen = decoded(body);
  expect(seen).toContain('<img src=x onerror=alert(1)>');
  expect(seen).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(seen).toContain('<a href="https://gwanje.example.com/alarm-list?alarmId=1">');
  const html = seen.slice(seen.lastIndexOf('<pre'));
  expect(html).not.toContain('<img');
});

test('a name with line breaks cannot start a header', async () => {
  await mailer.send({
    messageId: 'm1',
    recipients: ['a@example.com'],
    subject: 'web\r\nBcc: evil@example.com\r\n\r\nX',
    text: 'x',
  });
  const [mail] = receiver.received;
  if (!mail) throw new Error('no mail');
  expect(mail.to).toEqual(['a@example.com']);
  const { headers } = read(mail);
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('web Bcc: evil@example.com X');
});

test('a refused recipient does not prevent the mail to the others', async () => {
  const mail = { messageId: 'm1', subject: 'x', text: 'x' };
  expect(await mailer.send({ ...mail, recipients: ['a@example.com', 'nobody@example.com'] })).toEqual({
    refused: ['nobody@example.com'],
  });
  expect(receiver.received.map(({ to }) => to)).toEqual([['a@example.com']]);
  await expect(mailer.send({ ...mail, recipients: ['nobody@example.com'] })).rejects.toMatchObject({
    name: 'DeliveryFailure',
    kind: 'status',
    status: 550,
  });
});

test('an unreachable mail server is a delivery failure', async () => {
  const nowhere = new MailClient({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' }, 500);
  const failure = await nowhere
    .send({ messageId: 'm', recipients: ['a@example.com'], subject: '', text: '' })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DeliveryFailure);
  expect(failure).toMatchObject({ kind: 'connection' });
});

test('refuses to send without a mail server', async () => {
  const messenger = new MessageSender({ outside, mail: undefined }, 'https://gwanje.example.com');
  const target = {
    kind: 'email',
    url: null,
    recipientList: ['a@example.com'],
    bodyTemplate: null,
    language: 'ko',
  } as const;
  const facts = { reason: 'test', alarm: exampleFacts(new Date()) } as const;
  await expect(messenger.send(target, 'm', facts)).rejects.toMatchObject({ kind: 'noMailServer' });
});
