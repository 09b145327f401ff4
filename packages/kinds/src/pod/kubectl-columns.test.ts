import { describe, expect, it } from 'vitest';
import type { ContainerRecord } from '../container/record.ts';
import { conditionRecord, containerRecord, podRecord, stateRecord } from '../testing/records.ts';
import { kubectlColumns } from './kubectl-columns.ts';
import type { PodRecord } from './record.ts';

const crashing = containerRecord({
  state: stateRecord('waiting', { reason: 'CrashLoopBackOff' }),
  isReady: false,
  isStarted: false,
});
const completed = containerRecord({
  state: stateRecord('terminated', { reason: 'Completed', exitCode: 0 }),
  isReady: false,
  isStarted: false,
});
const failed = (name: string) =>
  containerRecord({
    name,
    state: stateRecord('terminated', { reason: 'Error', exitCode: 1 }),
    isReady: false,
  });
const waits = (name: string, reason: string) =>
  containerRecord({ name, state: stateRecord('waiting', { reason }), isReady: false, isStarted: false });
const pendingInit = containerRecord({
  name: 'second',
  type: 'init',
  state: stateRecord('waiting', { reason: 'PodInitializing' }),
  isReady: false,
  isStarted: false,
});
const doneInit = containerRecord({
  name: 'first',
  type: 'init',
  state: stateRecord('terminated', { reason: 'Completed', exitCode: 0 }),
  isReady: true,
  isStarted: false,
});
const waiting = containerRecord({
  state: stateRecord('waiting', { reason: 'PodInitializing' }),
  isReady: false,
  isStarted: false,
});

const cases: readonly (readonly [string, Partial<PodRecord>])[] = [
  ['Running', {}],
  ['Pending', { phase: 'Pending', containers: [containerRecord({ state: null, isReady: false })] }],
  ['CrashLoopBackOff', { containers: [crashing] }],
  ['CrashLoopBackOff', { containers: [containerRecord(), crashing] }],
  [
    'ContainerCreating',
    {
      phase: 'Pending',
      containers: [
        containerRecord({ state: stateRecord('waiting', { reason: 'ContainerCreating' }), isReady: false }),
      ],
    },
  ],
  [
    'ImagePullBackOff',
    {
      phase: 'Pending',
      containers: [containerRecord({ state: stateRecord('waiting', { reason: 'ImagePullBackOff' }) })],
    },
  ],
  ['Completed', { phase: 'Succeeded', containers: [completed] }],
  [
    'Error',
    {
      phase: 'Failed',
      containers: [containerRecord({ state: stateRecord('terminated', { reason: 'Error', exitCode: 1 }) })],
    },
  ],
  [
    'OOMKilled',
    {
      containers: [
        containerRecord({ state: stateRecord('terminated', { reason: 'OOMKilled', exitCode: 137 }) }),
      ],
    },
  ],
  [
    'Signal:9',
    { containers: [containerRecord({ state: stateRecord('terminated', { signal: 9, exitCode: 137 }) })] },
  ],
  ['ExitCode:3', { containers: [containerRecord({ state: stateRecord('terminated', { exitCode: 3 }) })] }],
  ['Evicted', { phase: 'Failed', reason: 'Evicted', containers: [] }],
  ['Terminating', { deletingAt: '2026-01-01T00:00:00Z' }],
  ['Terminating', { deletingAt: '2026-01-01T00:00:00Z', containers: [crashing] }],
  ['Completed', { deletingAt: '2026-01-01T00:00:00Z', phase: 'Succeeded', containers: [completed] }],
  ['Unknown', { deletingAt: '2026-01-01T00:00:00Z', reason: 'NodeLost' }],
  ['NotReady', { containers: [completed, containerRecord({ name: 'other' })] }],
  [
    'Running',
    {
      containers: [completed, containerRecord({ name: 'other' })],
      conditions: [conditionRecord('Ready', 'True')],
    },
  ],
  ['Init:1/2', { phase: 'Pending', containers: [doneInit, pendingInit, waiting] }],
  [
    'Init:CrashLoopBackOff',
    {
      phase: 'Pending',
      containers: [
        containerRecord({ type: 'init', state: stateRecord('waiting', { reason: 'CrashLoopBackOff' }) }),
        waiting,
      ],
    },
  ],
  [
    'Init:Error',
    {
      phase: 'Pending',
      containers: [
        containerRecord({ type: 'init', state: stateRecord('terminated', { reason: 'Error', exitCode: 1 }) }),
        waiting,
      ],
    },
  ],
  [
    'Init:ExitCode:2',
    {
      phase: 'Pending',
      containers: [
        containerRecord({ type: 'init', state: stateRecord('terminated', { exitCode: 2 }) }),
        waiting,
      ],
    },
  ],
  ['PodInitializing', { phase: 'Pending', containers: [doneInit, waiting] }],
  // A failed container shows beside a completed one that comes first, unless the pod is ready.
  ['Error', { containers: [completed, failed('other')] }],
  ['Error', { containers: [completed, failed('other'), containerRecord({ name: 'third' })] }],
  // The kubelet reports containers by name: the first by name shows.
  ['ErrImagePull', { containers: [waits('b', 'CrashLoopBackOff'), waits('a', 'ErrImagePull')] }],
  // A sidecar whose startup probe has not passed yet delays the start.
  [
    'Init:0/1',
    { phase: 'Pending', containers: [containerRecord({ type: 'sidecar', isStarted: false }), waiting] },
  ],
  [
    'Init:CrashLoopBackOff',
    {
      containers: [{ ...waits('mesh', 'CrashLoopBackOff'), type: 'sidecar' }, containerRecord()],
      conditions: [conditionRecord('Initialized', 'True')],
    },
  ],
  ['Running', { containers: [containerRecord({ name: 'mesh', type: 'sidecar' }), containerRecord()] }],
  [
    'SchedulingGated',
    {
      phase: 'Pending',
      containers: [containerRecord({ state: null })],
      conditions: [{ ...conditionRecord('PodScheduled', 'False'), reason: 'SchedulingGated' }],
    },
  ],
];

describe('the status of a pod is the STATUS column of kubectl', () => {
  it.each(cases.map(([status, record], at) => ({ status, record, at })))(
    '$status ($at)',
    ({ status, record }) => {
      expect(kubectlColumns(podRecord(record)).status).toBe(status);
    },
  );
});

const hasRun = (more: Partial<ContainerRecord>) =>
  containerRecord({ lastState: stateRecord('terminated', { finishedAt: '2026-01-02T00:00:00Z' }), ...more });
const mesh = hasRun({ name: 'mesh', type: 'sidecar', restartCnt: 2 });
const rerun = hasRun({
  name: 'setup',
  type: 'init',
  restartCnt: 5,
  state: stateRecord('terminated', { reason: 'Completed', exitCode: 0 }),
  isReady: true,
});

/** READY, RESTARTS and whether kubectl adds when the last restart was. */
const counted: readonly (readonly [string, string, number, boolean, Partial<PodRecord>])[] = [
  ['a pod that never restarted', '1/1', 0, false, {}],
  [
    'restarts of its containers',
    '2/2',
    3,
    true,
    {
      containers: [hasRun({ restartCnt: 3 }), containerRecord({ name: 'other' })],
    },
  ],
  [
    'init containers that ran again do not count',
    '1/1',
    0,
    false,
    { containers: [rerun, containerRecord()] },
  ],
  [
    'an init container that fails counts until the pod is initialised',
    '0/1',
    6,
    true,
    {
      phase: 'Pending',
      containers: [rerun, { ...crashing, name: 'migrate', type: 'init', restartCnt: 1 }, waiting],
    },
  ],
  [
    'sidecars count as containers do',
    '2/2',
    3,
    true,
    {
      containers: [rerun, mesh, hasRun({ restartCnt: 1 })],
    },
  ],
  [
    'a sidecar that runs while the pod starts is ready',
    '1/2',
    2,
    true,
    {
      phase: 'Pending',
      containers: [mesh, pendingInit, waiting],
    },
  ],
  [
    'a sidecar that has not started is not ready',
    '1/2',
    2,
    true,
    {
      containers: [{ ...mesh, isStarted: false }, containerRecord()],
      conditions: [conditionRecord('Initialized', 'True')],
    },
  ],
  [
    'a sidecar after one that fails is not reached',
    '1/3',
    1,
    true,
    {
      containers: [
        { ...crashing, name: 'first', type: 'sidecar', restartCnt: 1, lastState: mesh.lastState },
        mesh,
        containerRecord(),
      ],
      conditions: [conditionRecord('Initialized', 'True')],
    },
  ],
  [
    'a sidecar that ended is not ready',
    '0/2',
    0,
    false,
    {
      phase: 'Succeeded',
      containers: [{ ...completed, name: 'mesh', type: 'sidecar' }, completed],
    },
  ],
  [
    'a debug container counts nowhere',
    '1/1',
    0,
    false,
    {
      containers: [containerRecord(), hasRun({ name: 'debug', type: 'ephemeral', restartCnt: 4 })],
    },
  ],
  ['a restart whose end is unknown', '1/1', 1, false, { containers: [containerRecord({ restartCnt: 1 })] }],
];

describe('the counts of a pod are READY and RESTARTS of kubectl', () => {
  it.each(counted)('%s: %s, %d', (_what, ready, restartCnt, isDated, record) => {
    const columns = kubectlColumns(podRecord(record));
    expect(`${columns.readyCnt}/${columns.containerCnt}`).toBe(ready);
    expect(columns.restartCnt).toBe(restartCnt);
    expect(columns.lastRestartAtMs).toBe(isDated ? Date.parse('2026-01-02T00:00:00Z') : null);
  });
});
