import { Batch, MAX_EVENTS, MAX_RECORD_BYTES } from '@gwanje/kinds/batch';
import type { NamespaceRecord } from '@gwanje/kinds/namespace/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import { describe, expect, it } from 'vitest';
import { numberedPod } from '../testing/numbered-pod.ts';
import { Draft } from './draft.ts';

const AT = '2026-11-15T00:00:00Z';

function namespace(uid: string, phase = 'Active'): NamespaceRecord {
  return { kind: 'namespace', uid, name: uid, createdAt: AT, phase, labels: {}, limits: null };
}

function podOf(containerCnt: number, no: number): PodRecord {
  const pod = numberedPod(no, AT);
  const containers = Array.from({ length: containerCnt }, (_, at) => ({
    name: `c${at}`,
    type: 'regular' as const,
    image: `registry.example/team/service-${at}:1.2.3`,
    containerId: `containerd://${'a'.repeat(64)}`,
    state: null,
    lastState: null,
    isReady: true,
    restartCnt: 0,
    requests: { cpuCores: 0.1, memBytes: 1, ephemeralBytes: 0 },
    limits: { cpuCores: 1, memBytes: 1, ephemeralBytes: 0 },
  }));
  return { ...pod, containers };
}

function event(uid: string) {
  const object = { kind: 'Pod', namespace: null, name: 'p', uid: null, container: null };
  return { uid, type: '', reason: '', message: '', count: 1, firstAt: AT, lastAt: AT, object, source: null };
}

function takeAll(draft: Draft) {
  const taken = [];
  while (!draft.isEmpty) taken.push(draft.take(undefined, undefined));
  return taken;
}

describe('a draft', () => {
  it('merges the changes of an object into the last one, and sends it before the deletion', () => {
    const draft = new Draft();
    draft.upsert(namespace('a'));
    draft.upsert(namespace('a', 'Terminating'));
    draft.upsert(namespace('b'));
    draft.upsert(namespace('b', 'Terminating'));
    draft.remove('namespace', 'b', AT);
    const [content] = takeAll(draft);
    expect(content?.inventory).toEqual([
      { listing: null, upserts: [namespace('a', 'Terminating'), namespace('b', 'Terminating')], deletes: [] },
      { listing: null, upserts: [], deletes: [{ kind: 'namespace', uid: 'b', deletedAt: AT }] },
    ]);
  });

  it('sends earlier changes before a listing and later changes after it', () => {
    const draft = new Draft();
    draft.upsert(namespace('a'));
    draft.addListed('namespace', 'l', 0, true, [namespace('b')]);
    draft.upsert(namespace('c'));
    const [content] = takeAll(draft);
    expect(content?.inventory?.map(({ listing, upserts }) => [listing?.id, upserts[0]?.uid])).toEqual([
      [undefined, 'a'],
      ['l', 'b'],
      [undefined, 'c'],
    ]);
  });

  it('of any size becomes batches that the server accepts, in order', () => {
    const draft = new Draft();
    for (let count = 0; count < 60; count += 1) draft.addListed('namespace', 'l', count, count === 59, []);
    for (let count = 0; count < 5000; count += 1) draft.upsert(namespace(`n${count}`));
    for (let count = 0; count < 3000; count += 1) draft.remove('pod', `p${count}`, AT);
    for (let count = 0; count < MAX_EVENTS + 1; count += 1) draft.event(event(`e${count}`));
    const head = { schema: 1, agent: { id: 'a', role: 'cluster', version: '0' }, seq: 1, sentAt: AT };
    const batches = takeAll(draft).map((content) => Batch.parse({ ...head, ...content }));
    const parts = batches.flatMap(({ inventory }) => inventory ?? []);
    expect(parts.flatMap(({ listing }) => listing?.chunk ?? [])).toEqual([...Array(60).keys()]);
    const uids = Array.from({ length: 5000 }, (_, index) => `n${index}`);
    expect(parts.flatMap(({ upserts }) => upserts).map(({ uid }) => uid)).toEqual(uids);
    expect(parts.flatMap(({ deletes }) => deletes)).toHaveLength(3000);
    expect(batches.flatMap(({ events }) => events ?? [])).toHaveLength(MAX_EVENTS + 1);
  });

  it("of pods with hundreds of containers becomes batches far below the server's limit", () => {
    const draft = new Draft();
    for (let no = 0; no < 100; no += 1) draft.upsert(podOf(200, no));
    expect(draft.isFull).toBe(true);
    for (let no = 0; no < 100; no += 1) draft.upsert(podOf(1, no));
    expect(draft.isFull).toBe(false);
    for (let no = 0; no < 100; no += 1) draft.upsert(podOf(200, no));
    const batches = takeAll(draft);
    const sizes = batches.map((content) => JSON.stringify(content).length);
    expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * 1024);
    const upserts = batches.flatMap(({ inventory }) => inventory ?? []).flatMap((part) => part.upserts);
    const uids = [...Array(100).keys()].map((no) => numberedPod(no, AT).uid);
    expect(upserts.map(({ uid }) => uid)).toEqual(uids);
  });

  it('of heavy records and events becomes batches that the server accepts', () => {
    const draft = new Draft();
    const labels = Object.fromEntries([...Array(60).keys()].map((no) => [`label-${no}`, 'x'.repeat(200)]));
    for (let no = 0; no < 2000; no += 1) draft.upsert({ ...podOf(1, no), labels });
    for (let no = 0; no < 4000; no += 1) draft.event({ ...event(`e${no}`), message: 'y'.repeat(4096) });
    const batches = takeAll(draft);
    for (const content of batches)
      expect(JSON.stringify(content).length).toBeLessThan(MAX_RECORD_BYTES * 0.75);
    const parts = batches.flatMap(({ inventory }) => inventory ?? []);
    expect(parts.flatMap(({ upserts }) => upserts)).toHaveLength(2000);
    expect(batches.flatMap(({ events }) => events ?? [])).toHaveLength(4000);
  });

  it('cuts off a flood of events and counts the dropped events', () => {
    const draft = new Draft();
    for (let count = 0; count < 20_010; count += 1) draft.event(event(`e${count}`));
    expect(draft.droppedEventCnt).toBe(10);
    expect(takeAll(draft).flatMap(({ events }) => events ?? [])).toHaveLength(20_000);
  });
});
