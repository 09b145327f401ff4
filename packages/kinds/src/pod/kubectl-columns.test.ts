import { describe, expect, it } from 'vitest';
import type { ContainerRecord } from '../container/record.ts';
import { conditionRecord, containerRecord, podRecord, stateRecord } from '../testing/records.ts';
import { kubectlColumns } from './kubectl-columns.ts';
import type { PodRecord } from './record.ts';

type More = Partial<ContainerRecord>;
const app = (more: More = {}) => containerRecord(more);
const ended = (state: Parameters<typeof stateRecord>[1], more: More = {}) =>
  app({ state: stateRecord('terminated', state), isReady: false, isStarted: false, ...more });
const waits = (reason: string, more: More = {}) =>
  app({ state: stateRecord('waiting', { reason }), isReady: false, isStarted: false, ...more });
const crashing = waits('CrashLoopBackOff');
const waiting = waits('PodInitializing');
const completed = ended({ reason: 'Completed', exitCode: 0 });
const error = { reason: 'Error', exitCode: 1 };
const failed = ended(error, { name: 'other', isStarted: true });
const pendingInit: ContainerRecord = { ...waiting, name: 'second', type: 'init' };
const doneInit: ContainerRecord = { ...completed, name: 'first', type: 'init', isReady: true };
const other = app({ name: 'other' });
const pending = { phase: 'Pending' } as const;
const deleting = { deletingAt: '2026-01-01T00:00:00Z' };
const gated = { ...conditionRecord('PodScheduled', 'False'), reason: 'SchedulingGated' };
const initialised = { conditions: [conditionRecord('Initialized', 'True')] };

const cases: [string, ContainerRecord[], Partial<PodRecord>?][] = [
  ['Running', [app()]],
  ['Pending', [app({ state: null, isReady: false })], pending],
  ['CrashLoopBackOff', [crashing]],
  ['CrashLoopBackOff', [app(), crashing]],
  ['ContainerCreating', [waits('ContainerCreating', { isStarted: true })], pending],
  ['ImagePullBackOff', [waits('ImagePullBackOff', { isReady: true, isStarted: true })], pending],
  ['Completed', [completed], { phase: 'Succeeded' }],
  ['Error', [ended(error)], { phase: 'Failed' }],
  ['OOMKilled', [ended({ reason: 'OOMKilled', exitCode: 137 })]],
  ['Signal:9', [ended({ signal: 9, exitCode: 137 })]],
  ['ExitCode:3', [ended({ exitCode: 3 })]],
  ['Evicted', [], { phase: 'Failed', reason: 'Evicted' }],
  ['Terminating', [app()], deleting],
  ['Terminating', [crashing], deleting],
  ['Completed', [completed], { ...deleting, phase: 'Succeeded' }],
  ['Unknown', [app()], { ...deleting, reason: 'NodeLost' }],
  ['NotReady', [completed, other]],
  ['Running', [completed, other], { conditions: [conditionRecord('Ready', 'True')] }],
  ['Init:1/2', [doneInit, pendingInit, waiting], pending],
  ['Init:CrashLoopBackOff', [waits('CrashLoopBackOff', { type: 'init' }), waiting], pending],
  ['Init:Error', [ended(error, { type: 'init' }), waiting], pending],
  ['Init:ExitCode:2', [ended({ exitCode: 2 }, { type: 'init' }), waiting], pending],
  ['PodInitializing', [doneInit, waiting], pending],
  // A failed container shows beside a completed one that comes first, unless the pod is ready.
  ['Error', [completed, failed]],
  ['Error', [completed, failed, app({ name: 'third' })]],
  // The kubelet reports containers by name: the first by name shows.
  ['ErrImagePull', [waits('CrashLoopBackOff', { name: 'b' }), waits('ErrImagePull', { name: 'a' })]],
  // A sidecar whose startup probe has not passed yet delays the start.
  ['Init:0/1', [app({ type: 'sidecar', isStarted: false }), waiting], pending],
  ['Init:CrashLoopBackOff', [{ ...crashing, name: 'mesh', type: 'sidecar' }, app()], initialised],
  ['Running', [app({ name: 'mesh', type: 'sidecar' }), app()]],
  ['SchedulingGated', [app({ state: null })], { ...pending, conditions: [gated] }],
];

describe('the status of a pod is the STATUS column of kubectl', () => {
  it.each(cases)('%s (%#)', (status, containers, more) => {
    expect(kubectlColumns(podRecord({ containers, ...more })).status).toBe(status);
  });
});

const hasRun = (more: More) =>
  app({ lastState: stateRecord('terminated', { finishedAt: '2026-01-02T00:00:00Z' }), ...more });
const mesh = hasRun({ name: 'mesh', type: 'sidecar', restartCnt: 2 });
const done = stateRecord('terminated', { reason: 'Completed', exitCode: 0 });
const rerun = hasRun({ name: 'setup', type: 'init', restartCnt: 5, state: done });
const failingInit: ContainerRecord = { ...crashing, name: 'migrate', type: 'init', restartCnt: 1 };
const { lastState } = mesh;
const failingMesh: ContainerRecord = { ...failingInit, name: 'first', type: 'sidecar', lastState };
const endedMesh: ContainerRecord = { ...completed, name: 'mesh', type: 'sidecar' };
const debug = hasRun({ name: 'debug', type: 'ephemeral', restartCnt: 4 });

/** READY, RESTARTS and whether kubectl adds when the last restart was. */
type Counted = [string, string, number, boolean, ContainerRecord[], Partial<PodRecord>?];
const counted: Counted[] = [
  ['a pod that never restarted', '1/1', 0, false, [app()]],
  ['restarts of its containers', '2/2', 3, true, [hasRun({ restartCnt: 3 }), other]],
  ['init containers that ran again do not count', '1/1', 0, false, [rerun, app()]],
  ['a failing init container counts until the start', '0/1', 6, true, [rerun, failingInit, waiting], pending],
  ['sidecars count as containers do', '2/2', 3, true, [rerun, mesh, hasRun({ restartCnt: 1 })]],
  ['a sidecar that runs at the start is ready', '1/2', 2, true, [mesh, pendingInit, waiting], pending],
  ['a sidecar before its start', '1/2', 2, true, [{ ...mesh, isStarted: false }, app()], initialised],
  ['a sidecar after a failing one is not reached', '1/3', 1, true, [failingMesh, mesh, app()], initialised],
  ['a sidecar that ended is not ready', '0/2', 0, false, [endedMesh, completed], { phase: 'Succeeded' }],
  ['a debug container counts nowhere', '1/1', 0, false, [app(), debug]],
  ['a restart whose end is unknown', '1/1', 1, false, [app({ restartCnt: 1 })]],
];

describe('the counts of a pod are READY and RESTARTS of kubectl', () => {
  it.each(counted)('%s: %s, %d', (_what, ready, restartCnt, isDated, containers, more) => {
    const columns = kubectlColumns(podRecord({ containers, ...more }));
    expect(`${columns.readyCnt}/${columns.containerCnt}`).toBe(ready);
    expect(columns.restartCnt).toBe(restartCnt);
    expect(columns.lastRestartAtMs).toBe(isDated ? Date.parse('2026-01-02T00:00:00Z') : null);
  });
});
