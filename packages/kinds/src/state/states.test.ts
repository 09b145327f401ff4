import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { autoscalerState } from '../autoscaler/index.ts';
import { claimState } from '../claim/index.ts';
import { ClaimRecord } from '../claim/record.ts';
import { disruptionBudgetState } from '../disruption-budget/index.ts';
import { nodeState } from '../node/index.ts';
import { NodeRecord } from '../node/record.ts';
import { podState } from '../pod/index.ts';
import { PodRecord } from '../pod/record.ts';
import { quotaState } from '../quota/index.ts';
import { serviceState } from '../service/index.ts';
import {
  autoscalerRecord,
  conditionRecord,
  containerRecord,
  disruptionBudgetRecord,
  nodeRecord,
  podRecord,
  quotaRecord,
  serviceRecord,
  stateRecord,
} from '../testing/records.ts';
import { volumeState } from '../volume/index.ts';
import { VolumeRecord } from '../volume/record.ts';
import { parseState } from './states.ts';

const Recorded = z.object({
  pods: z.array(PodRecord),
  nodes: z.array(NodeRecord),
  volumes: z.array(VolumeRecord),
  claims: z.array(ClaimRecord),
});
const recorded = Recorded.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../testing/fixtures/records-1.26.json'), 'utf8')),
);

describe('states of recorded objects', () => {
  it('are the same after a JSON round trip', () => {
    for (const state of recorded.pods.map(podState))
      expect(parseState('pod', JSON.parse(JSON.stringify(state)))).toEqual(state);
    for (const state of recorded.nodes.map(nodeState))
      expect(parseState('node', JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('show which node is cordoned', () => {
    const nodes = recorded.nodes.map(nodeState);
    expect(nodes.map(({ name, condition, isSchedulable }) => [name, condition, isSchedulable])).toEqual([
      ['hollow-1', 'Ready', true],
      ['hollow-2', 'Ready', true],
      ['hollow-3', 'SchedulingDisabled', false],
    ]);
  });

  it('link volumes and claims to each other', () => {
    for (const record of recorded.claims.filter(({ phase }) => phase === 'Bound')) {
      const claim = claimState(record);
      const volume = recorded.volumes.find(({ name }) => name === claim.volumeName);
      if (volume === undefined) throw new Error(`no volume ${claim.volumeName}`);
      const { name: claimName, namespace: claimNamespace } = claim;
      expect(volumeState(volume)).toMatchObject({ phase: 'Bound', claimName, claimNamespace });
    }
  });
});

describe('a node', () => {
  const taint = { key: 'virtual-kubelet.io/provider', value: 'azure', effect: 'NoSchedule' };
  const fargate = { 'eks.amazonaws.com/compute-type': 'fargate' };
  it.each([
    ['the label of the virtual kubelet', { labels: { type: 'virtual-kubelet' } }, true],
    ['the taint of the virtual kubelet', { taints: [taint] }, true],
    ['only a name like a virtual node', { name: 'virtual-node-aci-linux' }, false],
    ['a Fargate node, as large as its pod', { labels: fargate }, false],
  ])('is virtual by its label or taint: %s', (_what, more, isVirtual) => {
    expect(nodeState(nodeRecord(more)).isVirtual).toBe(isVirtual);
  });

  it.each([
    ['NotReady', [conditionRecord('Ready', 'False'), conditionRecord('DiskPressure', 'True')], false],
    ['Unknown', [conditionRecord('Ready', 'Unknown'), conditionRecord('MemoryPressure', 'Unknown')], true],
    ['Unknown', [], false],
    ['MemoryPressure', [conditionRecord('Ready', 'True'), conditionRecord('MemoryPressure', 'True')], true],
    ['SchedulingDisabled', [conditionRecord('Ready', 'True')], true],
    ['Ready', [conditionRecord('Ready', 'True'), conditionRecord('KernelDeadlock', 'True')], false],
  ] as const)('shows the worst true condition: %s', (condition, conditions, isUnschedulable) => {
    expect(nodeState(nodeRecord({ conditions: [...conditions], isUnschedulable })).condition).toBe(condition);
  });

  it.each([
    ['aks', { 'kubernetes.azure.com/agentpool': 'np1', agentpool: 'old' }, 'np1'],
    ['older aks', { agentpool: 'np2' }, 'np2'],
    ['eks', { 'eks.amazonaws.com/nodegroup': 'workers' }, 'workers'],
    ['gke', { 'cloud.google.com/gke-nodepool': 'default-pool' }, 'default-pool'],
    ['no known label', {}, null],
  ])('takes its node pool from the labels of the cloud: %s', (_, labels, pool) => {
    expect(nodeState(nodeRecord({ labels })).pool).toBe(pool);
  });

  it('takes roles, zone, region and type from well-known labels', () => {
    const labels = {
      'node-role.kubernetes.io/worker': '',
      'node-role.kubernetes.io/control-plane': '',
      'topology.kubernetes.io/zone': 'koreacentral-1',
      'topology.kubernetes.io/region': 'koreacentral',
      'node.kubernetes.io/instance-type': 'Standard_D4s_v5',
    };
    expect(nodeState(nodeRecord({ labels }))).toMatchObject({
      roles: 'control-plane,worker',
      zone: 'koreacentral-1',
      region: 'koreacentral',
      instanceType: 'Standard_D4s_v5',
    });
  });
});

describe('a pod', () => {
  const changedAt = '2026-01-02T00:00:00Z';
  const began = Date.parse(changedAt);
  const target = (reason: string) => [{ ...conditionRecord('DisruptionTarget', 'True'), reason, changedAt }];

  it.each<[string, Partial<PodRecord>, number | null]>([
    ['a pod that exists', {}, null],
    ['a pod being deleted', { deletingAt: changedAt }, began],
    ['a finished pod being deleted', { phase: 'Failed', deletingAt: changedAt }, began],
    ['one that PodGC marks as failed', { phase: 'Failed', conditions: target('DeletionByPodGC') }, began],
    ['one that was evicted', { phase: 'Failed', conditions: target('TerminationByKubelet') }, null],
  ])('knows when its deletion began: %s', (_what, more, deletingAtMs) => {
    expect(podState(podRecord(more))).toMatchObject({ deletingAtMs });
  });
});

describe('a container', () => {
  it.each([
    [stateRecord('running'), 'running'],
    [stateRecord('waiting'), 'waiting'],
    [null, 'waiting'],
    [stateRecord('terminated', { exitCode: 0 }), 'terminated'],
    [stateRecord('terminated', { exitCode: 137 }), 'terminatedWithError'],
  ] as const)('is shown in one of four states (%#)', (state, shown) => {
    const [container] = podState(podRecord({ containers: [containerRecord({ state })] })).containers;
    expect(container?.state).toBe(shown);
  });

  it('that waits for a restart shows its last exit code', () => {
    const state = stateRecord('waiting', { reason: 'CrashLoopBackOff' });
    const lastState = stateRecord('terminated', { exitCode: 137 });
    const containers = [containerRecord({ state, lastState })];
    const [container] = podState(podRecord({ containers })).containers;
    expect(container).toMatchObject({ stateReason: 'CrashLoopBackOff', exitCode: 137 });
  });
});

describe('a quota', () => {
  const pods = (hard: number, used: number) => ({ resource: 'pods', hard, used });
  const cpu = { resource: 'requests.cpu', hard: 2, used: 1.5 };
  it.each([
    [[], null, null],
    [[pods(10, 4)], 40, 'pods'],
    [[pods(10, 4), cpu], 75, 'requests.cpu'],
    [[pods(0, 0)], 0, 'pods'],
    [[pods(0, 1)], 100, 'pods'],
  ])('shows its fullest resource (%#)', (resources, usedPercent, topResource) => {
    expect(quotaState(quotaRecord({ resources }))).toMatchObject({ usedPercent, topResource });
  });
});

describe('an autoscaler', () => {
  const changedAt = '2026-01-02T00:00:00Z';
  const limited = { ...conditionRecord('ScalingLimited', 'True'), reason: 'TooManyReplicas', changedAt };
  const notActive = conditionRecord('ScalingActive', 'False');
  const lastScaleAt = '2026-01-01T12:00:00Z';

  it('shows its highest metric', () => {
    const metric = { type: 'Resource', container: null, unit: 'percent', target: 50 } as const;
    const metrics = [
      { ...metric, name: 'cpu', current: 30 },
      { ...metric, name: 'memory', current: 40 },
      { ...metric, name: 'requests', current: null },
    ];
    const state = autoscalerState(autoscalerRecord({ metrics }));
    expect(state).toMatchObject({ topMetric: 'memory', topMetricPercent: 80 });
  });

  it.each<[string, Parameters<typeof autoscalerRecord>[0], string, string | null]>([
    ['below its maximum', { desiredCnt: 9 }, 'active', null],
    ['at its maximum', { desiredCnt: 10, lastScaleAt }, 'atMaximum', lastScaleAt],
    ['limited by it', { desiredCnt: 10, lastScaleAt, conditions: [limited] }, 'atMaximum', changedAt],
    ['without room to scale', { minCnt: 3, maxCnt: 3, desiredCnt: 3 }, 'active', null],
    ['without metrics', { conditions: [notActive] }, 'failing', null],
    ['without replicas', { conditions: [{ ...notActive, reason: 'ScalingDisabled' }] }, 'inactive', null],
  ])('%s has this state', (_what, more, status, since) => {
    const state = autoscalerState(autoscalerRecord(more));
    expect([state.status, state.atMaximumSince]).toEqual([status, since === null ? null : Date.parse(since)]);
  });
});

it.each([
  [{ allowedCnt: 1 }, 'allows'],
  [{ allowedCnt: 0 }, 'exhausted'],
  [{ allowedCnt: 0, expectedCnt: 0 }, 'empty'],
] as const)('a disruption budget with %j is %s', (more, status) => {
  expect(disruptionBudgetState(disruptionBudgetRecord(more)).status).toBe(status);
});

it.each([
  [{ endpoints: null }, 'unknown', null],
  [{ endpoints: { readyCnt: 0, totalCnt: 0, list: [] } }, 'none', 0],
  [{ endpoints: { readyCnt: 1, totalCnt: 2, list: [] } }, 'partial', 1],
  [{ endpoints: { readyCnt: 2, totalCnt: 2, list: [] } }, 'ready', 2],
  [{ type: 'ExternalName', externalName: 'db.example', endpoints: null }, 'external', null],
] as const)('a service with %j is %s', (more, status, readyCnt) => {
  const endpoints = more.endpoints && { ...more.endpoints, list: [] };
  expect(serviceState(serviceRecord({ ...more, endpoints }))).toMatchObject({ status, readyCnt });
});
