import type { PodRecord } from '@gwanje/kinds/pod/record';
import { containerRecord, podRecord } from '../../pipeline/testing/batches.ts';

/** A pod whose container restarts again and again. */
export function crashLooping(name: string, atMs: number): PodRecord {
  const state = {
    kind: 'waiting',
    reason: 'CrashLoopBackOff',
    message: null,
    exitCode: null,
    signal: null,
    startedAt: null,
    finishedAt: null,
  } as const;
  return podRecord(name, atMs, { containers: [containerRecord('main', atMs, { isReady: false, state })] });
}
