import { HostId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { type ClusterEvent, StreamHub } from './hub.ts';

function changed(hostId: number): ClusterEvent {
  return { type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds: ['pod'] };
}

/** A viewer who sees these clusters and joins after this event. It records each as its `hostId` or as `reset`. */
function joined(hub: StreamHub, hostIds: readonly number[], afterId?: string) {
  const received: (number | string)[] = [];
  const viewer = {
    owner: 'user 1',
    received,
    lastId: undefined as string | undefined,
    sees: (hostId: number) => hostIds.includes(hostId),
    send(bytes: Buffer) {
      const message = bytes.toString();
      this.lastId = /^id: (.*)$/m.exec(message)?.[1] ?? this.lastId;
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) received.push(JSON.parse(data).hostId ?? JSON.parse(data).type);
    },
    leave: (): void => membership[Symbol.dispose](),
  };
  const membership = hub.join(viewer, afterId);
  return viewer;
}

test('sends a viewer the events of visible clusters only', () => {
  const hub = new StreamHub('a1');
  const viewer = joined(hub, [1, 2]);
  for (const hostId of [1, 3, 2]) hub.publish(changed(hostId));
  expect(viewer.received).toEqual([1, 2]);
});

test('sends a viewer who reconnects the missed events once', () => {
  const hub = new StreamHub('a1');
  const first = joined(hub, [1]);
  hub.publish(changed(1));
  first.leave();
  for (const hostId of [1, 2, 1]) hub.publish(changed(hostId));
  const again = joined(hub, [1], first.lastId);
  hub.publish(changed(1));
  expect([first.received, again.received]).toEqual([[1], [1, 1, 1]]);
});

test('sends nothing to a viewer who reconnects before any event', () => {
  const hub = new StreamHub('a1');
  const first = joined(hub, [1]);
  first.leave();
  expect(joined(hub, [1], first.lastId).received).toEqual([]);
});

test.each([
  ['an id from before a server restart', (_last: string) => 'other.5'],
  ['a malformed id', () => 'x'],
  ['an empty id', () => ''],
  ['an id that was not issued yet', (last: string) => `${last}0`],
  ['an id with a number that is too long', () => `a1.${'9'.repeat(400)}`],
  ['an id that names an origin twice', (last: string) => `${last},${last}`],
  ['a very long id', (last: string) => `${last},${'b2.1,'.repeat(10_000)}c3.1`],
  ['an id with the name of a prototype field', () => '__proto__.1'],
])('resets a viewer who reconnects with %s', (_what, idOf) => {
  const hub = new StreamHub('a1');
  const first = joined(hub, [1]);
  hub.publish(changed(1));
  expect(joined(hub, [1], idOf(first.lastId ?? '')).received).toEqual(['reset']);
});

test('resets a viewer whose missed events are no longer in the buffer', () => {
  const hub = new StreamHub('a1', 10);
  const first = joined(hub, [1]);
  first.leave();
  for (let i = 0; i < 100; i++) hub.publish(changed(1));
  expect(joined(hub, [1], first.lastId).received).toEqual(['reset']);
});

/** Two replicas that send each other their events. */
function twoHubs() {
  const hubs = [new StreamHub('a1'), new StreamHub('b2')] as const;
  const [a, b] = hubs;
  const feed = { isCut: false };
  for (const [from, to] of [hubs, [b, a]] as const)
    from.onPublish((seq, event) => {
      if (!feed.isCut) to.receive(from.origin, seq, event);
    });
  for (const [from, to] of [hubs, [b, a]] as const) to.receivePosition(from.origin, 0);
  return { a, b, feed };
}

test('sends a viewer the events of all replicas', () => {
  const { a, b } = twoHubs();
  const viewer = joined(a, [1, 2]);
  b.publish(changed(2));
  a.publish(changed(1));
  expect([viewer.received, viewer.lastId]).toEqual([[2, 1], 'b2.1,a1.1']);
});

test('sends a viewer who reconnects to another replica each missed event once', () => {
  const { a, b } = twoHubs();
  const first = joined(a, [1, 2, 3]);
  a.publish(changed(1));
  b.publish(changed(2));
  first.leave();
  a.publish(changed(3));
  const again = joined(b, [1, 2, 3], first.lastId);
  b.publish(changed(1));
  expect(first.received).toEqual([1, 2]);
  expect(again.received).toEqual([3, 1]);
});

test('does not send an event twice that the viewer got from a replica with less delay', () => {
  const { a, b, feed } = twoHubs();
  feed.isCut = true;
  const first = joined(a, [1, 2]);
  a.publish(changed(1));
  first.leave();
  const again = joined(b, [1, 2], first.lastId);
  b.receive('a1', 1, changed(1));
  b.receive('a1', 2, changed(2));
  expect(again.received).toEqual([2]);
});

test('ignores an event of another replica that arrives twice', () => {
  const { a } = twoHubs();
  const viewer = joined(a, [1]);
  for (const seq of [1, 1]) a.receive('b2', seq, changed(1));
  expect(viewer.received).toEqual([1]);
});

test('resets the viewers when events of another replica are missing, and those who resume before them', () => {
  const { a, b, feed } = twoHubs();
  const viewer = joined(a, [1]);
  const before = viewer.lastId;
  feed.isCut = true;
  b.publish(changed(1));
  feed.isCut = false;
  b.publish(changed(1));
  expect(viewer.received).toEqual(['reset', 1]);
  expect(joined(a, [1], before).received).toEqual(['reset']);
  expect(joined(a, [1], 'a1.0,b2.1').received).toEqual([1]);
});

test('resets nobody after a reconnect of the feed without missed events', () => {
  const { a, b } = twoHubs();
  const viewer = joined(a, [1]);
  b.publish(changed(1));
  a.receivePosition('b2', b.lastSeq);
  expect(viewer.received).toEqual([1]);
});

test('resumes on a replica that started later, with an id that names replicas that have ended', () => {
  const { a, b } = twoHubs();
  const first = joined(a, [1]);
  for (const hub of [a, b]) hub.publish(changed(1));
  const later = new StreamHub('c3');
  later.learnPositions(b.positions);
  const again = joined(later, [1], first.lastId);
  later.publish(changed(1));
  expect(again.received).toEqual([1]);
});

test('skips an event that this version does not know', () => {
  const { a } = twoHubs();
  const viewer = joined(a, [1]);
  a.receive('b2', 1, null);
  a.receive('b2', 2, changed(1));
  expect([viewer.received, viewer.lastId]).toEqual([[1], 'a1.0,b2.2']);
});

test('keeps event ids short after many restarts of other replicas', () => {
  const hub = new StreamHub('a1');
  const viewer = joined(hub, [1]);
  for (let restart = 0; restart < 500; restart++) hub.receive(`b${restart}`, 1, changed(1));
  expect(viewer.lastId?.length).toBeLessThan(200);
  expect(viewer.lastId).toContain('a1.0');
});

test('sends an event of this replica alone to its viewers, without a number', () => {
  const { a, b } = twoHubs();
  const [here, there] = [joined(a, [1]), joined(b, [1])];
  a.publishHere(changed(1));
  expect([here.received, here.lastId, there.received]).toEqual([[1], 'a1.0,b2.0', []]);
});
