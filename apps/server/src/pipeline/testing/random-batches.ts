import type { InventoryPart } from '@gwanje/kinds/batch';
import fc from 'fast-check';
import type { DecodedBatch, SampleRows } from '../receive/received-batch.ts';
import {
  chunk,
  claimRecord,
  containerRecord,
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  upserts,
  volumeRecord,
  workloadRecord,
} from './batches.ts';

/** The content of a batch, without its times. */
export type BatchPlan = (atMs: number) => Partial<DecodedBatch>;
type PartPlan = (atMs: number, no: number) => InventoryPart;
type RowsPlan = (atMs: number) => SampleRows;

const podName = fc.constantFrom('a', 'b', 'c', 'd');
const nodeName = fc.constantFrom('node-1', 'node-2', 'node-3');
/** Two nodes may have the same name one after the other. */
const nodeUid = fc
  .tuple(nodeName, fc.constantFrom(1, 2))
  .map(([name, no]) => ({ name, uid: `${name}/${no}` }));

const anyPod = fc
  .record({
    name: podName,
    nodeName: fc.option(nodeName),
    phase: fc.constantFrom('Pending', 'Running', 'Running', 'Failed'),
    containers: fc.uniqueArray(fc.constantFrom('main', 'side'), { minLength: 1 }),
    claims: fc.subarray(['data']),
  })
  .map((pod) => (atMs: number) => {
    const { containers, ...rest } = pod;
    return podRecord(pod.name, atMs, {
      ...rest,
      containers: containers.map((name) => containerRecord(name, atMs)),
    });
  });

const anyPart: fc.Arbitrary<PartPlan> = fc.oneof(
  { weight: 4, arbitrary: anyPod.map((pod) => (atMs: number) => upserts(pod(atMs))) },
  {
    weight: 2,
    arbitrary: fc
      .record({ node: nodeUid, isReady: fc.boolean(), isUnschedulable: fc.boolean() })
      .map(({ node, isReady, isUnschedulable }) => (atMs: number) => {
        const conditions = [readiness(isReady ? 'True' : 'False', atMs)];
        return upserts(nodeRecord(node.name, atMs, { uid: node.uid, conditions, isUnschedulable }));
      }),
  },
  podName.map((name) => (atMs: number) => deletes('pod', `uid-${name}`, atMs)),
  nodeUid.map(
    ({ uid }) =>
      (atMs: number) =>
        deletes('node', uid, atMs),
  ),
  fc
    .uniqueArray(anyPod, { maxLength: 3 })
    .map(
      (pods) => (atMs: number, no: number) =>
        chunk('pod', `listing-${no}`, 0, true, ...pods.map((pod) => pod(atMs))),
    ),
  fc.constantFrom<PartPlan>(
    (atMs) => upserts(claimRecord('data', atMs), volumeRecord('data', atMs, 1e9)),
    (atMs) => deletes('claim', 'uid-data', atMs),
    (atMs) => upserts(workloadRecord('app', atMs, { readyCnt: 1 })),
    (atMs) => deletes('deployment', 'uid-app', atMs),
  ),
);

const anyRows: fc.Arbitrary<RowsPlan> = fc
  .record({
    sample: fc.oneof(
      fc.record({ scope: fc.constant('pod'), key: podName.map((name) => `uid-${name}`) }),
      fc.record({ scope: fc.constant('container'), key: podName.map((name) => `uid-${name}/main`) }),
      fc.record({ scope: fc.constant('node'), key: nodeName }),
      fc.record({ scope: fc.constant('claim'), key: fc.constant('default/data') }),
    ),
    agoMs: fc.constantFrom(0, 15_000, 60_000),
    value: fc.constantFrom(0, 0.5, 2, 100),
  })
  .map(({ sample: { scope, key }, agoMs, value }) => (atMs: number) => {
    const column = scope === 'claim' ? 'usedBytes' : 'cpuUsedCores';
    return rows(scope, atMs - agoMs, [key, 'unknown'], { [column]: [value, 1] });
  });

export const CLUSTER_FACTS = {
  kubernetesVersion: 'v1.34.1',
  platform: 'aks',
  isApiReachable: true,
  apiLatencyMs: 1,
} as const;

/** An agent sends one record of an object in a batch. */
function withoutRepeats(parts: readonly InventoryPart[]): InventoryPart[] {
  const sent = new Set<string>();
  return parts.map((part) => ({
    ...part,
    upserts: part.upserts.filter(({ uid }) => sent.size < sent.add(uid).size),
  }));
}

/** Objects appear, change, are deleted and come back; samples come before and after their objects. */
export const anyBatch: fc.Arbitrary<BatchPlan> = fc
  .record({
    parts: fc.array(anyPart, { maxLength: 4 }),
    samples: fc.array(anyRows, { maxLength: 3 }),
    hasFacts: fc.boolean(),
    hasEvent: fc.boolean(),
  })
  .map(({ parts, samples, hasFacts, hasEvent }) => (atMs: number) => ({
    inventory: withoutRepeats(parts.map((part, no) => part(atMs, no))),
    samples: samples.map((one) => one(atMs)),
    ...(hasFacts && { cluster: CLUSTER_FACTS }),
    ...(hasEvent && { events: [eventRecord('event', atMs)] }),
  }));
