import { EventRecord } from '@gwanje/kinds/batch';
import { podState } from '@gwanje/kinds/pod/index';
import type { RecordKind } from '@gwanje/kinds/registry';
import { InventoryRecord } from '@gwanje/kinds/state/states';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordedItems, recordedLines } from '../testing/recordings.ts';
import { normaliseEvent } from './event.ts';
import { recordOf } from './kinds.ts';
import { isVirtualNode, normaliseNode } from './node.ts';
import { platformOf, platformOfAll } from './platform.ts';
import { normalisePod } from './pod.ts';
import { normaliseVolume } from './volume.ts';
import { normaliseWorkload } from './workload/workload.ts';

const RECORDED: readonly (readonly [RecordKind, string])[] = [
  ['node', 'api_v1_nodes.json'],
  ['pod', 'api_v1_pods.json'],
  ['namespace', 'api_v1_namespaces.json'],
  ['volume', 'api_v1_persistentvolumes.json'],
  ['claim', 'api_v1_persistentvolumeclaims.json'],
  ['deployment', 'apis_apps_v1_deployments.json'],
  ['replicaSet', 'apis_apps_v1_replicasets.json'],
  ['daemonSet', 'apis_apps_v1_daemonsets.json'],
];

const Recorded = z.object({
  metadata: z.object({ uid: z.string(), name: z.string(), creationTimestamp: z.string() }),
});

const METADATA = { uid: 'u', name: 'n', namespace: 'ns', creationTimestamp: '2026-11-15T00:00:00Z' };
const UNSET = { cpuCores: -1, memBytes: -1, ephemeralBytes: -1 };

/** How many pods show the same columns. */
function columnsOf(pods: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const pod of pods) {
    const { readyCnt, containerCnt, status, restartCnt } = podState(normalisePod(pod));
    const columns = `${readyCnt}/${containerCnt} ${status} ${restartCnt}`;
    counts[columns] = (counts[columns] ?? 0) + 1;
  }
  return counts;
}

describe('the recordings of a real API server', () => {
  it.each(RECORDED)('of %s become records that the server accepts', (kind, file) => {
    const items = recordedItems(file);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const { uid, name, creationTimestamp: createdAt } = Recorded.parse(item).metadata;
      const record = recordOf(kind, item);
      expect(InventoryRecord.parse(record)).toEqual(record);
      expect(record).toMatchObject({ kind, uid, name, createdAt });
    }
  });

  it('of pods contain the state of their containers and their owner', () => {
    const pods = recordedItems('api_v1_pods.json').map(normalisePod);
    expect(pods.some(({ owner }) => owner?.kind === 'ReplicaSet')).toBe(true);
    const running = pods.find(({ phase }) => phase === 'Running');
    expect(running?.containers[0]?.state?.kind).toBe('running');
  });

  it('of a rollout and a cordon are read event by event', () => {
    const Event = z.object({ type: z.string(), object: z.unknown() });
    const pods = recordedLines('watch-pods-rollout.ndjson').map((line) => Event.parse(line));
    for (const { type, object } of pods) if (type !== 'BOOKMARK') InventoryRecord.parse(normalisePod(object));
    const nodes = recordedLines('watch-nodes-cordon.ndjson').map((line) => Event.parse(line));
    const seen = nodes.filter(({ type }) => type !== 'BOOKMARK').map(({ object }) => normaliseNode(object));
    expect(seen.some(({ isUnschedulable }) => isUnschedulable)).toBe(true);
    expect(pods.length).toBeGreaterThanOrEqual(98);
  });

  it('of pods and of a rollout show READY, STATUS and RESTARTS as kubectl does', () => {
    const Event = z.object({ type: z.string(), object: z.looseObject({ kind: z.string() }) });
    const changed = recordedLines('watch-pods-rollout.ndjson')
      .map((line) => Event.parse(line).object)
      .filter(({ kind }) => kind === 'Pod');
    const listed = { '2/2 Running 0': 12, '1/1 Running 0': 3 };
    expect(columnsOf(recordedItems('api_v1_pods.json'))).toEqual(listed);
    expect(columnsOf(changed)).toEqual({
      '0/2 Pending 0': 24,
      '0/2 ContainerCreating 0': 12,
      '2/2 Running 0': 12,
      '2/2 Terminating 0': 12,
      '0/2 Terminating 0': 36,
      '0/1 Terminating 0': 2,
    });
  });

  it('of events name their object and have a count of at least one', () => {
    const events = recordedItems('api_v1_events.json').map(normaliseEvent);
    expect(events.length).toBeGreaterThan(10);
    for (const event of events) {
      expect(EventRecord.parse(event)).toEqual(event);
      expect(event?.count).toBeGreaterThanOrEqual(1);
    }
  });

  it('of a pending claim have a request and no capacity', () => {
    const claims = recordedItems('api_v1_persistentvolumeclaims.json').map((item) => recordOf('claim', item));
    const pending = { phase: 'Pending', capacityBytes: -1, volumeName: null };
    expect(claims).toContainEqual(expect.objectContaining(pending));
    expect(claims.every((claim) => claim.kind === 'claim' && claim.requestedBytes > 0)).toBe(true);
  });
});

describe('an event', () => {
  const event = {
    metadata: METADATA,
    reason: 'BackOff',
    involvedObject: { kind: 'Pod', namespace: 'ns', name: 'p', uid: 'u1', fieldPath: 'spec.containers{app}' },
  };

  it('of the newer API has its times and count in its series', () => {
    const series = { count: 12, lastObservedTime: '2026-11-15T01:00:00.123456Z' };
    const raw = { ...event, eventTime: '2026-11-15T00:30:00.000000Z', series, reportingComponent: 'kubelet' };
    expect(normaliseEvent(raw)).toMatchObject({
      count: 12,
      firstAt: '2026-11-15T00:30:00.000000Z',
      lastAt: '2026-11-15T01:00:00.123456Z',
      source: 'kubelet',
      object: { container: 'app' },
    });
  });

  it('without a time uses its creation time, and is dropped without an object', () => {
    expect(normaliseEvent(event)).toMatchObject({ firstAt: METADATA.creationTimestamp, count: 1 });
    expect(normaliseEvent({ ...event, involvedObject: { kind: 'Pod', name: '' } })).toBeNull();
  });
});

describe('a pod', () => {
  const resources = { requests: { cpu: '250m', memory: '64Mi' }, limits: { cpu: 2 } };
  const spec = {
    containers: [{ name: 'app', image: 'a:1', resources }],
    initContainers: [
      { name: 'setup', image: 'b:1' },
      { name: 'mesh', image: 'c:1', restartPolicy: 'Always' },
    ],
    ephemeralContainers: [{ name: 'debug', image: 'd:1' }],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'data-0' } },
      { name: 'again', persistentVolumeClaim: { claimName: 'data-0' } },
      { name: 'scratch', ephemeral: { volumeClaimTemplate: {} } },
      { name: 'tmp', emptyDir: {} },
    ],
  };

  it('has containers of four types, with -1 for unset values', () => {
    const pod = normalisePod({ metadata: METADATA, spec, status: { phase: 'Pending' } });
    expect(pod.containers.map(({ name, type }) => [name, type])).toEqual([
      ['setup', 'init'],
      ['mesh', 'sidecar'],
      ['app', 'regular'],
      ['debug', 'ephemeral'],
    ]);
    const [setup, , app] = pod.containers;
    expect(app?.requests).toEqual({ ...UNSET, cpuCores: 0.25, memBytes: 64 * 1024 ** 2 });
    expect(app?.limits).toEqual({ ...UNSET, cpuCores: 2 });
    expect(setup?.requests).toEqual(UNSET);
    expect(pod.claims).toEqual(['data-0', 'n-scratch']);
  });

  it('has the overhead of its RuntimeClass and its own requests and limits', () => {
    const overhead = { cpu: '250m', memory: '120Mi' };
    const own = { containers: [{ name: 'app' }], overhead, resources: { requests: { cpu: '1' } } };
    const pod = normalisePod({ metadata: METADATA, spec: own });
    expect(pod.overhead).toEqual({ cpuCores: 0.25, memBytes: 120 * 2 ** 20, ephemeralBytes: -1 });
    expect(pod.resources).toEqual({ requests: { ...UNSET, cpuCores: 1 }, limits: UNSET });
  });

  const infeasible = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' };
  it.each([
    ['a resize that waits', [], 2],
    ['a resize that the node cannot carry out', [infeasible], 1],
  ])('counts the resources in force during %s', (_what, conditions, cpuCores) => {
    const resources = (cpu: string) => ({ requests: { cpu }, limits: { cpu } });
    const pod = normalisePod({
      metadata: METADATA,
      spec: { containers: [{ name: 'app', resources: resources('2') }] },
      status: { conditions, containerStatuses: [{ name: 'app', resources: resources('1') }] },
    });
    expect(pod.containers[0]).toMatchObject({ requests: { cpuCores }, limits: { cpuCores } });
  });

  it('whose node has rebooted shows as kubectl does: init containers that ran again count no restart', () => {
    const ended = { terminated: { exitCode: 0, reason: 'Completed', finishedAt: '2026-11-15T00:10:00Z' } };
    const running = { running: { startedAt: '2026-11-15T00:11:00Z' } };
    const pod = {
      metadata: METADATA,
      spec: {
        containers: [{ name: 'app' }],
        initContainers: [{ name: 'setup' }, { name: 'mesh', restartPolicy: 'Always' }],
      },
      status: {
        phase: 'Running',
        initContainerStatuses: [
          { name: 'setup', restartCount: 1, ready: true, state: ended },
          { name: 'mesh', restartCount: 1, ready: true, started: true, state: running, lastState: ended },
        ],
        containerStatuses: [{ name: 'app', restartCount: 2, ready: true, state: running, lastState: ended }],
      },
    };
    expect(columnsOf([pod])).toEqual({ '2/2 Running 3': 1 });
    expect(podState(normalisePod(pod)).lastRestartAtMs).toBe(Date.parse('2026-11-15T00:10:00Z'));
  });

  it('keeps the last termination of its container', () => {
    const terminated = { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-11-15T01:00:00Z' };
    const states = { state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated } };
    const containerStatuses = [{ name: 'app', ready: false, restartCount: 4, ...states }];
    const status = { phase: 'Running', containerStatuses };
    const app = normalisePod({ metadata: METADATA, spec, status }).containers[2];
    expect(app).toMatchObject({ restartCnt: 4, isReady: false, containerId: null });
    expect(app?.state).toMatchObject({ kind: 'waiting', reason: 'CrashLoopBackOff', exitCode: null });
    expect(app?.lastState).toMatchObject({ kind: 'terminated', reason: 'OOMKilled', exitCode: 137 });
  });

  it('from a static file also has the uid that its kubelet uses', () => {
    const annotations = { 'kubernetes.io/config.mirror': '5795d0c442cb997ff93c49feeb9f6386', other: 'x' };
    const metadata = { ...METADATA, annotations };
    const pod = normalisePod({ metadata, spec: { ...spec, hostNetwork: true } });
    expect(pod).toMatchObject({ kubeletUid: '5795d0c442cb997ff93c49feeb9f6386', isHostNetwork: true });
  });

  it('with very long texts still fits the wire format', () => {
    const status = { phase: 'Failed', reason: 'x'.repeat(999), message: `${'a'.repeat(2047)}😀😀` };
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, no) => [`label-${no}`, 'x']));
    const labels = { a: 'v'.repeat(5000), ...many };
    const pod = normalisePod({ metadata: { ...METADATA, labels }, spec, status });
    expect(() => InventoryRecord.parse(pod)).not.toThrow();
    expect(pod.message?.isWellFormed()).toBe(true);
  });
});

it.each([
  [{ csi: { driver: 'disk.csi.azure.com', volumeHandle: 'x' } }, 'disk.csi.azure.com'],
  [{ nfs: { server: 's', path: '/' }, mountOptions: [] }, 'nfs'],
])('a volume names its driver for every kind of source: %j', (source, driver) => {
  const spec = { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], ...source };
  const volume = normaliseVolume({ metadata: METADATA, spec });
  expect(volume).toMatchObject({ driver, capacityBytes: 5 * 1024 ** 3, claim: null, phase: 'Pending' });
});

describe('a cron job', () => {
  const spec = {
    schedule: '*/5 * * * *',
    jobTemplate: { spec: { template: { spec: { containers: [{ image: 'report:1' }] } } } },
  };

  it('has a schedule, its running jobs and the images of its jobs', () => {
    const times = { lastScheduleTime: '2026-11-15T01:00:00Z', lastSuccessfulTime: '2026-11-15T00:56:00Z' };
    const status = { active: [{ kind: 'Job' }], ...times };
    const record = normaliseWorkload('cronJob', { metadata: METADATA, spec, status });
    expect(InventoryRecord.parse(record)).toMatchObject({
      desiredCnt: null,
      availableCnt: null,
      schedule: '*/5 * * * *',
      isSuspended: false,
      lastRunTime: '2026-11-15T01:00:00Z',
      lastSuccessTime: '2026-11-15T00:56:00Z',
      activeCnt: 1,
      images: ['report:1'],
    });
  });

  it('may be suspended before its first run', () => {
    const record = normaliseWorkload('cronJob', { metadata: METADATA, spec: { ...spec, suspend: true } });
    expect(record).toMatchObject({ isSuspended: true, lastRunTime: null, activeCnt: 0 });
  });
});

it('a job counts its succeeded and running pods', () => {
  const status = { active: 2, succeeded: 1 };
  const record = normaliseWorkload('job', { metadata: METADATA, spec: { completions: 3 }, status });
  const counts = { desiredCnt: 3, readyCnt: 1, updatedCnt: 2, schedule: null, activeCnt: null };
  expect(record).toMatchObject(counts);
});

describe('a platform', () => {
  it.each([
    [{ 'kubernetes.azure.com/cluster': 'x' }, 'azure:///x', 'aks'],
    [{ 'eks.amazonaws.com/nodegroup': 'x' }, 'aws:///x', 'eks'],
    [{ 'cloud.google.com/gke-nodepool': 'x' }, 'gce://x', 'gke'],
    [{}, 'aws:///eu/i-1', 'eks'],
    [{}, null, 'onprem'],
    [{ 'kubernetes.io/hostname': 'x' }, 'kubemark://x', 'onprem'],
  ] as const)('%j with %s is %s', (labels, providerId, platform) => {
    expect(platformOf({ labels, providerId })).toBe(platform);
  });

  it('of a cluster is the platform of most nodes', () => {
    expect(platformOfAll(['onprem', 'aks', 'aks'])).toBe('aks');
    expect(platformOfAll([])).toBe('onprem');
  });
});

describe('a node', () => {
  it.each([
    [{ type: 'virtual-kubelet' }, [], true],
    [{ 'eks.amazonaws.com/compute-type': 'fargate' }, [], true],
    [{}, [{ key: 'virtual-kubelet.io/provider', value: 'azure', effect: 'NoSchedule' }], true],
    [{ 'eks.amazonaws.com/compute-type': 'ec2' }, [], false],
  ])('with labels %j and taints %j runs no agent: %s', (labels, taints, isVirtual) => {
    const node = normaliseNode({ metadata: { ...METADATA, labels }, spec: { taints } });
    expect(isVirtualNode(node)).toBe(isVirtual);
    expect(node.capacity).toEqual({ ...UNSET, pods: -1 });
  });
});
