import { HostId } from '@gwanje/contract/definition/fields';
import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { expect, test } from 'vitest';
import { StreamHub, type Viewer } from './hub.ts';

const STARTED = new Date('2026-11-15T00:00:00Z');

function changed(hostId: number): Exclude<StreamEvent, { type: 'reset' }> {
  return { type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds: ['pod'] };
}

/** A viewer who sees these clusters and records each event as its `hostId` or as `reset`. */
function viewerOf(
  ...hostIds: number[]
): Viewer & { readonly received: (number | string)[]; lastId: string | undefined } {
  const received: (number | string)[] = [];
  return {
    owner: 'user 1',
    received,
    lastId: undefined,
    sees: (hostId) => hostIds.includes(hostId),
    send(bytes) {
      const message = bytes.toString();
      this.lastId = /^id: (.*)$/m.exec(message)?.[1];
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) received.push(JSON.parse(data).hostId ?? JSON.parse(data).type);
    },
  };
}

test('sends a viewer the events of visible clusters only', () => {
  const hub = new StreamHub(STARTED);
  const viewer = viewerOf(1, 2);
  hub.join(viewer, undefined);
  for (const hostId of [1, 3, 2]) hub.publish(changed(hostId));
  expect(viewer.received).toEqual([1, 2]);
});

test('sends a viewer who reconnects the missed events once', () => {
  const hub = new StreamHub(STARTED);
  const first = viewerOf(1);
  using joined = hub.join(first, undefined);
  hub.publish(changed(1));
  joined[Symbol.dispose]();
  for (const hostId of [1, 2, 1]) hub.publish(changed(hostId));
  const again = viewerOf(1);
  hub.join(again, first.lastId);
  hub.publish(changed(1));
  expect([first.received, again.received]).toEqual([[1], [1, 1, 1]]);
});

test('sends nothing to a viewer who reconnects before any event', () => {
  const hub = new StreamHub(STARTED);
  const first = viewerOf(1);
  hub.join(first, undefined)[Symbol.dispose]();
  const again = viewerOf(1);
  hub.join(again, first.lastId);
  expect(again.received).toEqual([]);
});

test.each([
  ['an id from before a server restart', (_last: string) => 'other-5'],
  ['a malformed id', () => 'x'],
  ['an id that was not issued yet', (last: string) => `${last}0`],
])('resets a viewer who reconnects with %s', (_what, idOf) => {
  const hub = new StreamHub(STARTED);
  const first = viewerOf(1);
  hub.join(first, undefined);
  hub.publish(changed(1));
  const again = viewerOf(1);
  hub.join(again, idOf(first.lastId ?? ''));
  expect(again.received).toEqual(['reset']);
});

test('resets a viewer whose missed events are no longer in the buffer', () => {
  const hub = new StreamHub(STARTED, 10);
  const first = viewerOf(1);
  hub.join(first, undefined)[Symbol.dispose]();
  for (let i = 0; i < 100; i++) hub.publish(changed(1));
  const again = viewerOf(1);
  hub.join(again, first.lastId);
  expect(again.received).toEqual(['reset']);
});
