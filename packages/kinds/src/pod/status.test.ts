import { describe, expect, it } from 'vitest';
import { conditionRecord, containerRecord, podRecord, stateRecord } from '../testing/records.ts';
import type { PodRecord } from './record.ts';
import { podStatus } from './status.ts';

const crashing = containerRecord({
  state: stateRecord('waiting', { reason: 'CrashLoopBackOff' }),
  isReady: false,
});
const completed = containerRecord({
  state: stateRecord('terminated', { reason: 'Completed', exitCode: 0 }),
  isReady: false,
});
const pendingInit = containerRecord({
  name: 'second',
  type: 'init',
  state: stateRecord('waiting', { reason: 'PodInitializing' }),
  isReady: false,
});
const doneInit = containerRecord({
  name: 'first',
  type: 'init',
  state: stateRecord('terminated', { reason: 'Completed', exitCode: 0 }),
  isReady: true,
});
const waiting = containerRecord({
  state: stateRecord('waiting', { reason: 'PodInitializing' }),
  isReady: false,
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
  // A running sidecar counts as started.
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
      expect(podStatus(podRecord(record))).toBe(status);
    },
  );
});
