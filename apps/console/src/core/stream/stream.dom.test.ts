import { afterEach, expect, test, vi } from 'vitest';
import { followStream, onStreamEvent } from './stream.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an event of an unknown type is ignored', async () => {
  const events = [{ type: 'later' }, { type: 'inventoryChanged', hostId: -1 }, null, { type: 'reset' }];
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  vi.stubGlobal('fetch', async () => new Response(text));
  let stop: (() => void) | undefined;
  const received = await new Promise((resolve) => {
    onStreamEvent(resolve);
    stop = followStream([1]);
  });
  stop?.();
  expect(received).toEqual({ type: 'reset' });
});

test('emits one reset when the connection opens late, because events were missed', async () => {
  vi.useFakeTimers();
  let connect = (_answer: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (connect = resolve)));
  const received = vi.fn();
  const stopListening = onStreamEvent(received);
  const stop = followStream([1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(received).not.toHaveBeenCalled();
  connect(new Response(new ReadableStream()));
  await vi.advanceTimersByTimeAsync(0);
  expect(received.mock.calls).toEqual([[{ type: 'reset' }]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(received).toHaveBeenCalledTimes(1);
  stop();
  stopListening();
});

test('connects at once', async () => {
  const fetched = vi.fn(async () => new Response(new ReadableStream()));
  vi.stubGlobal('fetch', fetched);
  const stop = followStream([1]);
  expect(fetched).toHaveBeenCalledTimes(1);
  stop();
});

test('emits no reset when the connection opens soon: the first reads of a page are not repeated', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()));
  const received = vi.fn();
  const stopListening = onStreamEvent(received);
  const stop = followStream([1]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(received).not.toHaveBeenCalled();
  stop();
  stopListening();
});
