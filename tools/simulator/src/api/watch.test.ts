import { afterEach, expect, test } from 'vitest';
import { type Json, type Started, startForTest } from '../testing/start.ts';

let started: Started | undefined;
afterEach(() => started?.[Symbol.asyncDispose]());

/** Reads the lines of a watch one by one. */
async function* lines(answer: Response): AsyncGenerator<Json> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield JSON.parse(part);
  }
}

const brief = ({ type, object }: Json) => [type, object.metadata.name, object.metadata.resourceVersion];

test('a watch from any retained version sends exactly the later changes', async () => {
  started = await startForTest();
  const { metadata } = await started.get('/api/v1/pods');
  started.simulator.engine.start('rollout', { cluster: 'aks-test' });
  started.clock.advance(20_000);
  const from = started;
  const readFrom = async (rv: string) => (await from.watch('/api/v1/pods', rv)).map(brief);
  const all = await readFrom(metadata.resourceVersion);
  expect(all.length).toBeGreaterThan(20);
  const indexes = [...all.keys()].filter((index) => index % 4 === 0 || index === all.length - 1);
  await Promise.all(
    indexes.map(async (index) => expect(await readFrom(all[index]?.[2])).toEqual(all.slice(index + 1))),
  );
});

test('changes arrive during the watch, and the stream ends at its timeout', async () => {
  started = await startForTest();
  const { metadata } = await started.get('/api/v1/nodes');
  const answer = await started.ask(
    `/api/v1/nodes?watch=true&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=1`,
  );
  const { target } = started.simulator.engine.start('cordon', { cluster: 'aks-test' });
  const seen: Json[] = [];
  for await (const event of lines(answer)) seen.push(event);
  expect(seen.map(({ type, object }) => [type, object.kind, object.metadata.name])).toEqual([
    ['MODIFIED', 'Node', target],
    ['MODIFIED', 'Node', target],
  ]);
});

test('an expired version gives an ERROR event with 410', async () => {
  started = await startForTest();
  const { metadata } = await started.get('/api/v1/pods');
  started.simulator.engine.start('watch-expiry', { cluster: 'aks-test', seconds: 1 });
  const message = expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/);
  const about = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Expired' };
  expect(await started.watch('/api/v1/pods', metadata.resourceVersion)).toEqual([
    { type: 'ERROR', object: { ...about, message, code: 410 } },
  ]);
});

test('bookmarks have the current version', async () => {
  started = await startForTest({ bookmarkMs: 50 });
  const { metadata } = await started.get('/api/v1/nodes');
  const controller = new AbortController();
  const answer = await started.ask(
    `/api/v1/nodes?watch=1&resourceVersion=${metadata.resourceVersion}&allowWatchBookmarks=true`,
    undefined,
    { signal: controller.signal },
  );
  const { value: bookmark } = await lines(answer).next();
  controller.abort();
  const position = { resourceVersion: metadata.resourceVersion, creationTimestamp: null };
  expect(bookmark).toEqual({
    type: 'BOOKMARK',
    object: { kind: 'Node', apiVersion: 'v1', metadata: position },
  });
});
