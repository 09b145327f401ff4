import { type Address, type ChannelKey, channels } from '@gwanje/contract/alarms/channels';
import { expect, it, test } from 'vitest';
import { DeliveryFailure } from '../clients/delivery-failure.ts';
import { exampleFacts, type MessageFacts } from '../message-facts.ts';
import { MessageSender } from '../message-sender.ts';

const DELIVERY = '0a0a0a0a-0000-4000-8000-000000000001';
const alarm = exampleFacts(new Date('2026-03-02T00:00:00Z'));

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReturnType<typeof JSON.parse>;
  readonly successText: string | null | undefined;
}

/** Records the requests of a channel. `answer` decides what the receiver does with each. */
async function send(
  kind: ChannelKey,
  address: Partial<Address>,
  facts: MessageFacts = { reason: 'occurred', alarm },
  answer: (post: Post) => void = () => {},
  bodyTemplate: string | null = null,
  deliveryId = DELIVERY,
) {
  const posts: Post[] = [];
  const http = {
    async post(url: string, headers: Record<string, string>, text: string, successText?: string | null) {
      const post = { url, headers, body: JSON.parse(text), successText };
      posts.push(post);
      answer(post);
      return { status: 200 };
    },
  };
  const sender = new MessageSender({ http, mail: undefined }, 'https://gwanje.example.com');
  const target = {
    kind,
    url: channels[kind].defaultUrl ?? 'https://relay.example.com/send',
    recipientList: [],
    secret: null,
    successText: null,
    bodyTemplate,
    language: 'ko',
    ...address,
  } as const;
  const outcome = await sender.send(target, deliveryId, facts).catch((error: unknown) => error);
  return { posts, outcome };
}

function refuse(status: number): never {
  throw new DeliveryFailure('status', `it answered ${status}`, { status });
}

const chats = { secret: '12:token', recipientList: ['1', '2', '3'] };

test('Telegram gets one request for each chat, with the token in the address alone', async () => {
  const { posts, outcome } = await send('telegram', chats);
  expect(posts.map(({ url, body }) => [url, body.chat_id])).toEqual(
    chats.recipientList.map((chat) => ['https://api.telegram.org/bot12%3Atoken/sendMessage', chat]),
  );
  expect(posts[0]?.body.text).toContain('https://gwanje.example.com/alarm-list?alarmId=1');
  expect(JSON.stringify(posts.map(({ body, headers }) => [body, headers]))).not.toContain('token');
  expect(outcome).toEqual({ status: 200, note: null });
});

test('a chat that refuses a message does not keep it from the others', async () => {
  const { posts, outcome } = await send('telegram', chats, undefined, ({ body }) => {
    if (body.chat_id === '1') refuse(403);
  });
  expect(posts).toHaveLength(3);
  expect(outcome).toEqual({ status: 200, note: { why: 'partlyRefused', detail: '1/3, 403' } });
});

it.each([429, 502])('an answer %d of one chat ends the attempt, so that it is repeated', async (status) => {
  const { outcome } = await send('telegram', chats, undefined, ({ body }) => {
    if (body.chat_id === '2') refuse(status);
  });
  expect(outcome).toMatchObject({ kind: 'status', status });
});

test('a message that every chat refuses is not delivered', async () => {
  const { outcome } = await send('telegram', chats, undefined, () => refuse(400));
  expect(outcome).toMatchObject({ kind: 'status', status: 400 });
});

test('a PagerDuty event has the routing key, and recovery resolves the incident that the alarm opened', async () => {
  const began = await send('pagerDuty', { secret: 'R0UT1NG' });
  const ended = await send('pagerDuty', { secret: 'R0UT1NG' }, { reason: 'recovered', alarm });
  const [open, close] = [began.posts[0]?.body, ended.posts[0]?.body];
  expect(open).toMatchObject({
    routing_key: 'R0UT1NG',
    event_action: 'trigger',
    payload: { severity: 'critical', source: 'example' },
  });
  expect(close).toMatchObject({ event_action: 'resolve', dedup_key: open.dedup_key });
});

test('each summary opens an incident of its own at PagerDuty', async () => {
  const summary: MessageFacts = { reason: 'summary', why: 'flood', count: 1, list: [alarm] };
  const other = '0a0a0a0a-0000-4000-8000-000000000002';
  const sent = [
    await send('pagerDuty', { secret: 'k' }, summary),
    await send('pagerDuty', { secret: 'k' }, summary, undefined, null, other),
  ];
  const keys = sent.map(({ posts }) => posts[0]?.body.dedup_key);
  expect(keys).toEqual([`gwanje-${DELIVERY}`, `gwanje-${other}`]);
});

test('a PagerDuty event whose own body is not JSON is refused before it is sent', async () => {
  const { posts, outcome } = await send('pagerDuty', { secret: 'k' }, undefined, undefined, 'no {{name}}');
  expect(posts).toEqual([]);
  expect(outcome).toMatchObject({ kind: 'body' });
});

test('the summary of a PagerDuty event is cut to the length that PagerDuty accepts', async () => {
  const itemName = '가'.repeat(2000);
  const facts = { reason: 'occurred', alarm: { ...alarm, itemKey: 'event.custom', itemName } } as const;
  const { posts } = await send('pagerDuty', { secret: 'k' }, facts);
  expect(posts[0]?.body.payload.summary).toMatch(/^.{1023}…$/);
});

test('a relay of AlimTalk gets the number, the key, the success text and a signed address for the receipt', async () => {
  const relay = { secret: 'Bearer key', successText: '"A000"', recipientList: ['010-1234-5678'] };
  const [post] = (await send('kakaoRelay', relay)).posts;
  expect(post?.headers).toMatchObject({ authorization: 'Bearer key', 'x-gwanje-delivery': DELIVERY });
  expect(post?.body.to).toBe('010-1234-5678');
  expect(post?.successText).toBe('"A000"');
  expect(post?.body.callbackUrl).toMatch(
    new RegExp(`^https://gwanje\\.example\\.com/receipt/v1/${DELIVERY}/[\\w-]{43}$`),
  );
});

test('names cannot become a link in a JANDI message', async () => {
  const name = '[[click]](http://evil.example)';
  const facts = { reason: 'occurred', alarm: { ...alarm, name, itemName: name } } as const;
  const { posts } = await send('jandi', {}, facts);
  expect(JSON.stringify(posts[0]?.body)).not.toContain('[[click]]');
  expect(posts[0]?.headers.accept).toBe('application/vnd.tosslab.jandi-v2+json');
});

test('a Naver Works message has a button that opens the alarm', async () => {
  const { posts } = await send('naverWorks', {});
  expect(posts[0]?.body.button.url).toBe('https://gwanje.example.com/alarm-list?alarmId=1');
});
