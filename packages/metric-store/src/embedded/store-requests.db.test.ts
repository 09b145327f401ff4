import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MetricStoreError } from '../interface.ts';
import { metricFolder } from '../testing/test-store.ts';
import { defaultTiers } from '../tiers.ts';
import { openStoreCore, type StoreCore } from './store-core.ts';
import { answerRequests, type Reply, type StoreState } from './store-requests.ts';

const START_MS = Date.UTC(2024, 0, 15);
const FATAL = new Error(
  'FATAL Error: Failed: database has been invalidated because of a previous fatal error.',
);
const APPEND = {
  name: 'append',
  nowMs: START_MS,
  args: [{ scope: 'pod', tsMs: START_MS, ids: [1], columns: { cpuUsedCores: [1] } }],
} as const;

async function openCore(): Promise<StoreCore> {
  const dir = await metricFolder();
  const limits = { memoryLimitMb: 128, threads: 1, minFreeBytes: 0, maxQueuedRows: 1e6 };
  return openStoreCore({ dir, tiers: defaultTiers, ...limits }, START_MS);
}

function start(core: Promise<StoreCore>) {
  const messages: (Reply | StoreState)[] = [];
  const endThread = vi.fn();
  return {
    answer: answerRequests(
      () => core,
      (message) => messages.push(message),
      endThread,
    ),
    messages,
    endThread,
  };
}

describe('after a fatal error of DuckDB', () => {
  test.each([
    ['DuckDB itself', FATAL],
    ['a full disk', new MetricStoreError('diskFull', 'the disk is full', { cause: FATAL })],
  ])('from %s, the store is closed once and the thread ends', async (_source, error) => {
    const core = await openCore();
    const close = vi.spyOn(core, 'close');
    vi.spyOn(core, 'append').mockRejectedValue(error);
    const { answer, messages, endThread } = start(Promise.resolve(core));
    await Promise.all([1, 2, 3].map((seq) => answer({ ...APPEND, seq })));
    expect(messages.filter((message) => 'ok' in message && !message.ok)).toHaveLength(3);
    expect(close).toHaveBeenCalledOnce();
    await expect.poll(() => endThread).toHaveBeenCalledOnce();
  });
});

test('a non-fatal error leaves the store open', async () => {
  const core = await openCore();
  onTestFinished(() => core.close());
  const { answer, messages, endThread } = start(Promise.resolve(core));
  await answer({ ...APPEND, seq: 1, args: [{ ...APPEND.args[0], ids: [0] }] });
  await answer({ ...APPEND, seq: 2 });
  expect(messages).toMatchObject([{ state: 'open' }, { seq: 1, kind: 'badInput' }, { seq: 2, ok: true }]);
  expect(endThread).not.toHaveBeenCalled();
});

test('a store that does not open is reported and ends the thread', async () => {
  const { messages, endThread } = start(Promise.reject(new Error('no such folder')));
  await expect.poll(() => endThread).toHaveBeenCalledOnce();
  expect(messages).toEqual([{ state: 'down', message: 'no such folder' }]);
});
