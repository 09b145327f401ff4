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
    listingNo: 0,
  };
}

function podOn(nodeId: number | null, name = `pod-${nextId}`): KnownPod {
  return { ...objectOf('pod', name), kind: 'pod', kubeletUid: null, nodeId, placedMs: 0, containers: [] };
}

describe('a pod that waits for a node', () => {
  it('is placed once on the node of that name', () => {
    const registry = new ObjectRegistry();
    const pod = podOn(null);
    registry.add(pod);
    registry.waitForNode(pod, 'node-1');
    expect([...registry.takePodsWaitingFor('node-2')]).toEqual([]);
    expect([...registry.takePodsWaitingFor('node-1')]).toEqual([pod]);
    expect([...registry.takePodsWaitingFor('node-1')]).toEqual([]);
  });

  it('stops waiting when it is deleted', () => {
    const registry = new ObjectRegistry();
    const node = objectOf('node', 'node-1');
    registry.add(node);
    const pods = Array.from({ length: 50 }, () => podOn(node.id));
    for (const pod of pods) registry.add(pod);
    registry.delete(node, 1000);
    registry.waitForReplacement(node);
    for (const pod of pods.slice(1)) registry.delete(pod, 2000);
    expect([...registry.takePodsWaitingFor('node-1')]).toEqual(pods.slice(0, 1));
  });

  it('waits only for the last node it was assigned to', () => {
    const registry = new ObjectRegistry();
    const pod = podOn(null);
    registry.add(pod);
    registry.waitForNode(pod, 'node-1');
    registry.waitForNode(pod, 'node-2');
    expect([...registry.takePodsWaitingFor('node-1')]).toEqual([]);
    expect([...registry.takePodsWaitingFor('node-2')]).toEqual([pod]);
  });
});

describe('an unknown object', () => {
  const HOUR_MS = 3_600_000;

  function registryWithPodDeletedAt(deletedMs: number): ObjectRegistry {
    const registry = new ObjectRegistry();
    const pod = podOn(null);
    registry.add(pod);
    registry.delete(pod, deletedMs);
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
