import { type MailReceiver, startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MailClient } from '../clients/mail-client.ts';
import { exampleFacts } from '../message-facts.ts';
import { MessageSender } from '../message-sender.ts';

const http = {
  async post(): Promise<never> {
    throw new Error('an e-mail must not send an HTTP request');
  },
};
let receiver: MailReceiver;
let mailClient: MailClient;

beforeEach(async () => {
  receiver = await startMailReceiver();
  mailClient = new MailClient({ url: receiver.url, from: 'Gwanje <alarm@example.com>' }, 2000);
});
afterEach(async () => {
  mailClient.close();
  await receiver[Symbol.asyncDispose]();
});

const target = {
  kind: 'email',
  url: null,
  recipientList: ['a@example.com', 'b@example.com'],
  secret: null,
  successText: null,
  bodyTemplate: null,
  language: 'en',
} as const;

/** Splits the received mail into its unfolded headers and its raw body. */
function read() {
  const [mail] = receiver.received;
  if (!mail) throw new Error('no mail');
  const [head = '', ...rest] = mail.message.split('\r\n\r\n');
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { to: mail.to, headers, body: rest.join('\r\n\r\n') };
}

/** Returns all text of the body, with base64 and quoted-printable decoded. */
function decoded(body: string): string {
  const parts = [...body.matchAll(/\r\n\r\n((?:[A-Za-z0-9+/=]{4,}\r?\n?)+)/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString(),
  );
  const plain = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return [...parts, plain].join('\n');
}

test('sends a message as text and as escaped HTML, with the delivery id as Message-ID', async () => {
  const sender = new MessageSender({ http, mail: mailClient }, 'https://gwanje.example.com');
  const alarm = { ...exampleFacts(new Date('2026-03-02T00:00:00Z')), name: '<img src=x onerror=alert(1)>' };
  await sender.send(target, '0a0a0a0a-0000-4000-8000-000000000001', { reason: 'occurred', alarm });
  const { to, headers, body } = read();
  expect(to).toEqual(['a@example.com', 'b@example.com']);
  expect(headers.get('message-id')).toBe('<0a0a0a0a-0000-4000-8000-000000000001@gwanje>');
  expect(headers.get('x-gwanje-delivery')).toBe('0a0a0a0a-0000-4000-8000-000000000001');
  expect(headers.get('from')).toBe('Gwanje <alarm@example.com>');
  const text = decoded(body);
  expect(text).toContain('<img src=x onerror=alert(1)>');
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).toContain('<a href="https://gwanje.example.com/alarm-list?alarmId=1">');
  expect(text).toContain('<pre');
  const html = text.slice(text.lastIndexOf('<pre'));
  expect(html).not.toContain('<img');
});

test('line breaks in the subject cannot add a header', async () => {
  await mailClient.send({
    messageId: 'm1',
    recipients: ['a@example.com'],
    subject: 'web\r\nBcc: evil@example.com\r\n\r\nX',
    text: 'x',
  });
  const { to, headers } = read();
  expect(to).toEqual(['a@example.com']);
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('web Bcc: evil@example.com X');
});

test('a refused recipient does not prevent the mail to the others', async () => {
  const mail = { messageId: 'm1', subject: 'x', text: 'x' };
  expect(await mailClient.send({ ...mail, recipients: ['a@example.com', 'nobody@example.com'] })).toEqual({
    refused: ['nobody@example.com'],
  });
  expect(receiver.received.map(({ to }) => to)).toEqual([['a@example.com']]);
  await expect(mailClient.send({ ...mail, recipients: ['nobody@example.com'] })).rejects.toMatchObject({
    name: 'DeliveryFailure',
    kind: 'mailRefused',
    status: 550,
  });
});

test('an unreachable mail server is a delivery failure', async () => {
  const unreachable = new MailClient({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' }, 500);
  const sent = unreachable.send({ messageId: 'm', recipients: ['a@example.com'], subject: '', text: '' });
  await expect(sent).rejects.toMatchObject({ name: 'DeliveryFailure', kind: 'mailConnection' });
});

test('refuses to send without a mail server', async () => {
  const sender = new MessageSender({ http, mail: undefined }, 'https://gwanje.example.com');
  const facts = { reason: 'test', alarm: exampleFacts(new Date()) } as const;
  await expect(sender.send(target, 'm', facts)).rejects.toMatchObject({ kind: 'noMailServer' });
});
