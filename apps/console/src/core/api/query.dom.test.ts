import { listClusters } from '@gwanje/contract/clusters/clusters';
import { getLogoImage, listLogos } from '@gwanje/contract/settings/logos';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { saveGroupSelection } from '#core/groups/groups.ts';
import { envelope, networkDown } from '#core/testing/fake-network.ts';
import { freshPage, settleAll } from '#core/testing/page.ts';
import { type AnswerReader, apiKey, apiQuery, binaryQuery } from './query.ts';
import { queryClient } from './query-client.ts';

const LIST = '/api/v1/cluster/list';
const named = (name: string) => apiQuery(listClusters, { body: { filter: { name } } }, { staleMs: 60_000 });
const clusters = named('a');

test('queries with the same input share a response while it is fresh', async () => {
  const { network } = await freshPage();
  network.on(LIST, () => envelope(200, { list: [] }));
  await queryClient.fetchQuery(clusters);
  await queryClient.fetchQuery(named('a'));
  expect(network.requestsOf(LIST)).toHaveLength(1);
  await queryClient.fetchQuery(named('b'));
  expect(network.requestsOf(LIST)).toHaveLength(2);
  await queryClient.invalidateQueries({ queryKey: apiKey(listClusters) });
  await queryClient.fetchQuery(clusters);
  expect(network.requestsOf(LIST)).toHaveLength(3);
});

test('another group selection drops responses that depend on it, and queries on screen reload', async () => {
  const { network } = await freshPage();
  network.on(LIST, () => envelope(200, { list: [] }));
  network.on('/api/v1/logos', () => envelope(200, { logoList: [] }));
  const logos = apiQuery(listLogos, {}, { staleMs: 60_000 });
  await queryClient.fetchQuery(logos);
  const observer = new QueryObserver(queryClient, clusters);
  const leave = observer.subscribe(() => undefined);
  await settleAll();
  await saveGroupSelection([12]);
  await settleAll();
  leave();
  const lists = network.requestsOf(LIST).map(({ body }) => JSON.parse(String(body)).subGroupIdList);
  expect(lists).toEqual([[11, 12], [12]]);
  expect(queryClient.getQueryData(logos.queryKey)).toEqual({ logoList: [] });
  expect(network.requestsOf('/api/v1/logos')).toHaveLength(1);
});

test('a read is retried twice after a temporary failure, and not after a refusal', async () => {
  const { network } = await freshPage();
  network.on(LIST, networkDown);
  const down = queryClient.fetchQuery({ ...clusters, retryDelay: 10 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await down).toMatchObject({ kind: 'transport' });
  expect(network.requestsOf(LIST)).toHaveLength(3);
  network.on(LIST, () => envelope(8002, {}, 400));
  await expect(queryClient.fetchQuery(clusters)).rejects.toMatchObject({ code: 8002 });
  expect(network.requestsOf(LIST)).toHaveLength(4);
});

/** Shows what has arrived unless more is on screen. The answer is complete with its full stop. */
class TextReader implements AnswerReader<string> {
  #text = '';

  add(chunk: Uint8Array, shown: string | undefined): string | undefined {
    this.#text += new TextDecoder().decode(chunk);
    if (this.#text.includes('!')) throw new Error('not an answer');
    return shown === undefined || !shown.endsWith('.') ? this.#text : undefined;
  }

  end(): string | undefined {
    return this.#text.endsWith('.') ? this.#text : undefined;
  }
}

const LOGO = '/api/v1/logo/7/image';
const text = binaryQuery(getLogoImage, { params: { id: 7 } }, () => new TextReader(), { staleMs: 0 });

/** An answer whose parts the test sends one by one. */
function openAnswer() {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  return {
    respond: () => new Response(stream.readable),
    send: async (part: string) => {
      await writer.write(new TextEncoder().encode(part));
      await settleAll();
    },
    close: () => writer.close(),
    cut: () => writer.abort(new Error('connection lost')),
  };
}

test('an answer in parts is shown while it arrives, and a complete one until the next is complete', async () => {
  const { network } = await freshPage();
  const first = openAnswer();
  network.on(LOGO, first.respond);
  const loading = queryClient.fetchQuery(text);
  await settleAll();
  await first.send('one');
  expect(queryClient.getQueryData(text.queryKey)).toBe('one');
  await first.send(' two.');
  await first.close();
  expect(await loading).toBe('one two.');

  const second = openAnswer();
  network.on(LOGO, second.respond);
  const reloading = queryClient.fetchQuery(text);
  await settleAll();
  await second.send('three');
  expect(queryClient.getQueryData(text.queryKey)).toBe('one two.');
  await second.send('.');
  await second.close();
  expect(await reloading).toBe('three.');
});

test('an answer that breaks off is an error that says so, and the data on screen stays', async () => {
  const { network } = await freshPage();
  const once = { ...text, retry: false };
  for (const end of ['cut', 'close'] as const) {
    const answer = openAnswer();
    network.on(LOGO, answer.respond);
    const failed = queryClient.fetchQuery(once).catch((error: unknown) => error);
    await settleAll();
    await answer.send('one');
    await answer[end]();
    expect(await failed).toMatchObject({ kind: 'transport', transport: 'cutOff' });
    expect(queryClient.getQueryData(text.queryKey)).toBe('one');
  }
  network.on(LOGO, () => new Response('!'));
  await expect(queryClient.fetchQuery(once)).rejects.toThrow('not an answer');
});
