import { describe, expect, it } from 'vitest';
import { nodeState } from '../node/index.ts';
import { podState } from '../pod/index.ts';
import { conditionRecord, containerRecord, nodeRecord, podRecord, stateRecord } from '../testing/records.ts';
import { describeChanges } from './changes.ts';

describe('changes of a state', () => {
  it('begin with its creation', () => {
    expect(describeChanges('node', null, nodeState(nodeRecord()))).toEqual([
      { what: 'created', from: null, to: 'node-1' },
    ]);
  });

  it('are empty when only labels, messages or times changed', () => {
    const before = podState(podRecord());
    const more = { labels: { a: 'b' }, message: 'other', startedAt: '2026-02-02T00:00:00Z' };
    expect(describeChanges('pod', before, podState(podRecord(more)))).toEqual([]);
  });

  it('have the old and the new value of each field of a node', () => {
    const before = nodeState(nodeRecord());
    const conditions = [conditionRecord('Ready', 'False')];
    const more = { isUnschedulable: true, kubeletVersion: 'v1.32.0', conditions };
    const after = nodeState(nodeRecord(more));
    expect(describeChanges('node', before, after)).toEqual([
      { what: 'condition', from: 'Ready', to: 'NotReady' },
      { what: 'isSchedulable', from: 'true', to: 'false' },
      { what: 'kubeletVersion', from: 'v1.31.0', to: 'v1.32.0' },
    ]);
  });

  it('of a container have its name', () => {
    const before = podState(podRecord());
    const state = stateRecord('waiting', { reason: 'CrashLoopBackOff' });
    const lastState = stateRecord('terminated', { exitCode: 1 });
    const app = containerRecord({ restartCnt: 1, isReady: false, state, lastState });
    const debug = containerRecord({ name: 'debug', type: 'ephemeral', image: 'busybox' });
    const after = podState(podRecord({ containers: [app, debug] }));
    expect(describeChanges('pod', before, after)).toEqual([
      { what: 'status', from: 'Running', to: 'CrashLoopBackOff' },
      { what: 'readyCnt', from: '1', to: '0' },
      { what: 'restartCnt', from: '0', to: '1' },
      { what: 'app.state', from: 'running', to: 'waiting' },
      { what: 'app.stateReason', from: null, to: 'CrashLoopBackOff' },
      { what: 'app.exitCode', from: null, to: '1' },
      { what: 'app.isReady', from: 'true', to: 'false' },
      { what: 'app.restartCnt', from: '0', to: '1' },
      { what: 'debug.created', from: null, to: 'busybox' },
    ]);
    const deleted = { what: 'debug.deleted', from: 'busybox', to: null };
    expect(describeChanges('pod', after, before)).toContainEqual(deleted);
  });

  it('have null for a request that is not set', () => {
    const before = podState(podRecord());
    const requests = { cpuCores: 0.5, memBytes: -1, ephemeralBytes: -1 };
    const after = podState(podRecord({ containers: [containerRecord({ requests })] }));
    expect(describeChanges('pod', before, after)).toEqual([
      { what: 'cpuRequestCores', from: null, to: '0.5' },
      { what: 'app.cpuRequestCores', from: null, to: '0.5' },
    ]);
  });
});
