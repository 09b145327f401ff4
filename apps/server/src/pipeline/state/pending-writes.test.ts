import { describe, expect, it } from 'vitest';
import type { KnownPod } from './object-registry.ts';
import { type ChangeWrite, type ContainerWrite, type ObjectWrite, PendingWrites } from './pending-writes.ts';

function podOf(id: number): KnownPod {
  const seen = { createdMs: 0, firstSeenMs: 0, lastSeenMs: 0, deletedMs: null, changedMs: 0 };
  const placed = { kubeletUid: null, nodeId: null, placedMs: null, awaitedNode: null, containers: [] };
  const name = `pod-${id}`;
  return {
    id,
    kind: 'pod',
    uid: name,
    name,
    namespace: 'a',
    ...seen,
    recordHash: null,
    ...placed,
  };
}

/** For each pod: its row, two containers and two changes. */
function pendingOf(podCnt: number): PendingWrites {
  const pending = new PendingWrites();
  const pods = Array.from({ length: podCnt }, (_, index) => podOf(index + 1));
  for (const object of pods)
    pending.objects.set(object.id, {
      hostId: 1,
      object,
      record: '',
      state: '',
      isBack: false,
    } satisfies ObjectWrite);
  for (const pod of pods)
    for (const at of [1, 2]) {
      const id = pod.id * 10_000 + at;
      pending.containers.set(id, { id, hostId: 1, pod, name: '', firstSeenMs: 0 } satisfies ContainerWrite);
    }
  for (const atMs of [1, 2])
    for (const { id: objectId } of pods)
      pending.changes.push({ hostId: 1, objectId, atMs, changes: [], state: '' } satisfies ChangeWrite);
  return pending;
}

describe('parts of pending writes', () => {
  it('contain every row once, complete objects, and changes in order', () => {
    const pending = pendingOf(1000);
    const parts = pending.takeParts(1500);
    expect(pending.size).toBe(0);
    expect(parts.map(({ size }) => size)).toEqual([1500, 1500, 1500, 500]);
    for (const { objects, containers, changes } of parts) {
      for (const { pod } of containers.values()) expect(objects.has(pod.id)).toBe(true);
      const timesOf = Map.groupBy(changes, ({ objectId }) => objectId);
      expect([...timesOf.keys()].toSorted((a, b) => a - b)).toEqual([...objects.keys()]);
      for (const changes of timesOf.values()) expect(changes.map(({ atMs }) => atMs)).toEqual([1, 2]);
    }
  });

  it('are none without rows, and one for an object with many rows', () => {
    expect(new PendingWrites().takeParts(10)).toEqual([]);
    expect(
      pendingOf(1)
        .takeParts(2)
        .map(({ size }) => size),
    ).toEqual([5]);
  });

  it('can be put back completely', () => {
    const pending = pendingOf(10);
    for (const part of pending.takeParts(7)) part.restoreInto(pending);
    expect(pending.size).toBe(50);
    expect(pending.byObject().size).toBe(10);
  });
});
