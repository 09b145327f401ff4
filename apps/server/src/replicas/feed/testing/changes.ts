import type { ExportedObject } from '../../../live/copies/export-objects.ts';
import type { Contact } from '../../../live/tables/clusters.ts';
import { claimOf, containerOf, NOW_MS, nodeOf, podOf } from '../../../live/testing/states.ts';

const times = { createdMs: NOW_MS - 5000, firstSeenMs: NOW_MS - 4000, lastSeenMs: NOW_MS, deletedMs: null };

export function nodeObject(id: number, name = `node-${id}`): ExportedObject {
  const state = JSON.stringify(nodeOf({ name }));
  return { kind: 'node', id, ...times, nodeId: null, containers: [], state };
}

/** A pod with one container, whose id follows that of the pod. */
export function podObject(id: number, more: Parameters<typeof podOf>[0] = {}): ExportedObject {
  const containers = [containerOf({ restartCnt: more.restartCnt ?? 0, startedAtMs: NOW_MS - 1000 })];
  const state = JSON.stringify(podOf({ name: `pod-${id}`, containers, ...more }));
  return { kind: 'pod', id, ...times, nodeId: null, containers: [{ id: id + 1, name: 'app' }], state };
}

export function claimObject(id: number): ExportedObject {
  const state = JSON.stringify(claimOf({ name: `claim-${id}` }));
  return { kind: 'claim', id, ...times, nodeId: null, containers: [], state };
}

export function deleted(object: ExportedObject): ExportedObject {
  return { ...object, deletedMs: NOW_MS, state: null };
}

export function podSamples(ids: readonly number[], tsMs: number, cpuUsedCores = 0.5) {
  const column = new Float64Array(ids.length).fill(cpuUsedCores);
  const columns = { cpuUsedCores: column, memUsedBytes: column, netRxBps: column.map(() => Number.NaN) };
  return { scope: 'pod', tsMs, ids: Int32Array.from(ids), columns } as const;
}

export function contact(atMs: number, agentId = 'agent-1'): Contact {
  return {
    atMs,
    facts: { kubernetesVersion: 'v1.31.0', platform: 'eks', isApiReachable: true, apiLatencyMs: null },
    agent: {
      agentId,
      role: 'cluster',
      version: '0.1.0',
      lastBatchAtMs: atMs,
      clockSkewMs: 0,
      problemList: [],
    },
  };
}
