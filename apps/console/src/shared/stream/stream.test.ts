// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { followStream, onStreamEvent } from './stream.ts';

afterEach(() => vi.unstubAllGlobals());

test('an event that this page does not know is passed over', async () => {
  const told = [{ type: 'later' }, { type: 'inventoryChanged', hostId: -1 }, null, { type: 'reset' }];
  const text = told.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  vi.stubGlobal('fetch', async () => new Response(text));
  let stop: (() => void) | undefined;
  const heard = await new Promise((resolve) => {
    onStreamEvent(resolve);
    stop = followStream([1]);
  });
  stop?.();
  expect(heard).toEqual({ type: 'reset' });
});
