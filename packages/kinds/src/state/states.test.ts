import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { claimState } from '../claim/index.ts';
import { ClaimRecord } from '../claim/record.ts';
import { namespaceState } from '../namespace/index.ts';
import type { NamespaceRecord } from '../namespace/record.ts';
import { nodeState } from '../node/index.ts';
import { NodeRecord } from '../node/record.ts';
import { podState } from '../pod/index.ts';
import { PodRecord } from '../pod/record.ts';
import { conditionRecord, containerRecord, nodeRecord, podRecord, stateRecord } from '../testing/records.ts';
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
    for (const record of recorded.pods) {
      const state = podState(record);
      expect(parseState('pod', JSON.parse(JSON.stringify(state)))).toEqual(state);
    }
    for (const record of recorded.nodes) {
      const state = nodeState(record);
      expect(parseState('node', JSON.parse(JSON.stringify(state)))).toEqual(state);
    }
  });

  it('show a running pod as kubectl does', () => {
    const [pod] = recorded.pods;
    if (pod === undefined) throw new Error('no pod was recorded');
    expect(podState(pod)).toMatchObject({
      namespace: 'default',
      phase: 'Running',
      status: 'Running',
      readyCnt: 2,
      containerCnt: 2,
      restartCnt: 0,
    });
  });

  it('show which node is cordoned', () => {
    expect(
      recorded.nodes
        .map(nodeState)
        .map(({ name, condition, isSchedulable }) => [name, condition, isSchedulable]),
    ).toEqual([
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
      expect(volumeState(volume)).toMatchObject({
        phase: 'Bound',
        claimName: claim.name,
        claimNamespace: claim.namespace,
      });
    }
  });
});

describe('a node', () => {
  it.each([
    ['the label of the virtual kubelet', { labels: { type: 'virtual-kubelet' } }, true],
    [
      'the taint of the virtual kubelet',
      { taints: [{ key: 'virtual-kubelet.io/provider', value: 'azure', effect: 'NoSchedule' }] },
      true,
    ],
    ['only a name like a virtual node', { name: 'virtual-node-aci-linux' }, false],
    [
      'a Fargate node, as large as its pod',
      { labels: { 'eks.amazonaws.com/compute-type': 'fargate' } },
      false,
    ],
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
  const collected = { ...conditionRecord('DisruptionTarget', 'True'), reason: 'DeletionByPodGC' };
  const changedAt = '2026-01-02T00:00:00Z';

  it.each([
    ['a pod that exists', {}, null],
    ['a pod being deleted', { deletingAt: changedAt }, Date.parse(changedAt)],
    ['a finished pod being deleted', { phase: 'Failed', deletingAt: changedAt }, Date.parse(changedAt)],
    [
      'a pod of a deleted node that PodGC marks as failed',
      { phase: 'Failed', conditions: [{ ...collected, changedAt }] },
      Date.parse(changedAt),
    ],
    [
      'a pod that the kubelet evicted',
      { phase: 'Failed', conditions: [{ ...collected, reason: 'TerminationByKubelet' }] },
      null,
    ],
  ] as const)('knows when its deletion began: %s', (_what, more, deletingAtMs) => {
    expect(
      podState(podRecord({ ...more, conditions: [...('conditions' in more ? more.conditions : [])] })),
    ).toMatchObject({ deletingAtMs });
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
    expect(podState(podRecord({ containers: [containerRecord({ state })] })).containers[0]?.state).toBe(
      shown,
    );
  });

  it('that waits for a restart shows its last exit code', () => {
    const container = containerRecord({
      state: stateRecord('waiting', { reason: 'CrashLoopBackOff' }),
      lastState: stateRecord('terminated', { exitCode: 137 }),
    });
    expect(podState(podRecord({ containers: [container] })).containers[0]).toMatchObject({
      stateReason: 'CrashLoopBackOff',
      exitCode: 137,
    });
  });
});

describe('a namespace', () => {
  const record: NamespaceRecord = {
    kind: 'namespace',
    uid: 'uid',
    name: 'shop',
    createdAt: '2026-01-01T00:00:00Z',
    phase: 'Active',
    labels: {},
    quotas: null,
  };

  it.each([
    [null, null, null, null],
    [[], 0, null, null],
    [[['a', 'pods', 10, 4]], 1, 40, 'pods'],
    [
      [
        ['a', 'pods', 10, 4],
        ['b', 'requests.cpu', 2, 1.5],
      ],
      2,
      75,
      'requests.cpu',
    ],
    [[['a', 'pods', 0, 0]], 1, 0, 'pods'],
    [[['a', 'pods', 0, 1]], 1, 100, 'pods'],
  ] as const)('shows its fullest quota (%#)', (given, quotaCnt, quotaUsedPercent, quotaResource) => {
    const quotas =
      given?.map(([quotaName, resource, hard, used]) => ({ quotaName, resource, hard, used })) ?? null;
    expect(namespaceState({ ...record, quotas })).toMatchObject({
      quotaCnt,
      quotaUsedPercent,
      quotaResource,
    });
  });
});
