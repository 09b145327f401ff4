import { describe, expect, it } from 'vitest';
import { type KnownObject, type KnownPod, ObjectRegistry } from './object-registry.ts';

let nextId = 1;

function objectOf(kind: 'node' | 'pod', name: string): KnownObject {
  const seen = { createdMs: 0, firstSeenMs: 0, lastSeenMs: 0, deletedMs: null, changedMs: 0 };
  return {
    id: nextId++,
    kind,
    uid: `uid-${name}`,
    name,
    namespace: null,
    ...seen,
    recordHash: null,
  };
}

function podOn(nodeId: number | null, name = `pod-${nextId}`): KnownPod {
  const place = { nodeId, placedMs: 0, awaitedNode: null };
  return { ...objectOf('pod', name), kind: 'pod', kubeletUid: null, ...place, containers: [] };
}

describe('a pod that waits for a node', () => {
  it('is found by the name of the node until it is placed', () => {
    const registry = new ObjectRegistry();
    const pod = { ...podOn(null), awaitedNode: 'node-1' };
    registry.put(pod);
    expect(registry.podsWaitingFor('node-2')).toEqual([]);
    expect(registry.podsWaitingFor('node-1')).toEqual([pod]);
    registry.put({ ...pod, nodeId: 5, awaitedNode: null });
    expect(registry.podsWaitingFor('node-1')).toEqual([]);
  });

  it('stops waiting when it is deleted', () => {
    const registry = new ObjectRegistry();
    const node = objectOf('node', 'node-1');
    registry.put(node);
    const pods = Array.from({ length: 50 }, () => podOn(node.id));
    for (const pod of pods) registry.put(pod);
    registry.put({ ...node, deletedMs: 1000 });
    registry.waitForReplacement(node);
    for (const pod of pods.slice(1)) registry.put({ ...pod, deletedMs: 2000 });
    expect(registry.podsWaitingFor('node-1').map(({ id }) => id)).toEqual([pods[0]?.id]);
  });

  it('waits only for the last node it was assigned to', () => {
    const registry = new ObjectRegistry();
    const pod = podOn(null);
    registry.put({ ...pod, awaitedNode: 'node-1' });
    registry.put({ ...pod, awaitedNode: 'node-2' });
    expect(registry.podsWaitingFor('node-1')).toEqual([]);
    expect(registry.podsWaitingFor('node-2').map(({ id }) => id)).toEqual([pod.id]);
  });
});

describe('a value that is put again', () => {
  const container = (id: number, name: string) => ({ id, name });

  it('is found by its uids, its name and its containers, and counts once', () => {
    const registry = new ObjectRegistry();
    const pod = { ...podOn(null, 'web'), containers: [container(901, 'main')] };
    registry.put(pod);
    const containers = [...pod.containers, container(902, 'side')];
    registry.put({ ...pod, kubeletUid: 'static', lastSeenMs: 5, containers });
    expect(registry.aliveCnt).toBe(3);
    expect(registry.get('pod', 'uid-web')?.lastSeenMs).toBe(5);
    expect(['uid-web', 'static'].map((key) => registry.idOfSample('pod', key))).toEqual([pod.id, pod.id]);
    const keys = ['uid-web/main', 'static/main', 'uid-web/side', 'static/side'];
    expect(keys.map((key) => registry.idOfSample('container', key))).toEqual([901, 901, 902, 902]);
  });

  it('has a name only while it exists, and does not take it back from another object', () => {
    const registry = new ObjectRegistry();
    const [first, second] = [
      { ...objectOf('node', 'node-1'), uid: 'first' },
      { ...objectOf('node', 'node-1'), uid: 'second' },
    ];
    registry.put(first);
    registry.put({ ...first, deletedMs: 1000 });
    expect([registry.nodeByName('node-1'), registry.aliveCnt]).toEqual([undefined, 0]);
    registry.put(second);
    registry.put({ ...first, deletedMs: 2000 });
    expect(registry.nodeByName('node-1')).toBe(second);
    registry.put({ ...second, deletedMs: 3000 });
    registry.put(first);
    expect([registry.nodeByName('node-1'), registry.aliveCnt]).toEqual([first, 1]);
    // An object that is back is not dropped.
    registry.dropDeleted(1e12);
    expect([...registry.existing()]).toEqual([first]);
  });
});

describe('an unknown object', () => {
  const HOUR_MS = 3_600_000;

  function registryWithPodDeletedAt(deletedMs: number): ObjectRegistry {
    const registry = new ObjectRegistry();
    registry.put({ ...podOn(null), deletedMs });
    return registry;
  }

  it('is new while the registry still has every deleted object', () => {
    expect(new ObjectRegistry().mayHaveDropped(0)).toBe(false);
    const registry = registryWithPodDeletedAt(10 * HOUR_MS);
    registry.dropDeleted(11 * HOUR_MS);
    expect(registry.mayHaveDropped(0)).toBe(false);
  });

  it('may be a dropped object if its creation time is unknown, or not long after the last dropped deletion', () => {
    const registry = registryWithPodDeletedAt(10 * HOUR_MS);
    registry.dropDeleted(20 * HOUR_MS);
    expect(registry.mayHaveDropped(null)).toBe(true);
    expect(registry.mayHaveDropped(10 * HOUR_MS)).toBe(true);
    expect(registry.mayHaveDropped(12 * HOUR_MS)).toBe(false);
    // An earlier deletion does not replace the last one.
    registry.markDropped(9 * HOUR_MS);
    expect(registry.mayHaveDropped(10 * HOUR_MS)).toBe(true);
  });
});
