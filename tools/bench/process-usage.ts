import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLOCK_TICKS_PER_SEC = 100;

/** The memory of a running process, and its CPU time so far, all threads and the processes below it that have ended. */
export function usageOf(pid: number | undefined): { readonly rssMib: number; readonly cpuSec: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // The process name in brackets may contain spaces. The numbers come after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    rssMib: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    cpuSec: stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / CLOCK_TICKS_PER_SEC,
  };
}

/** The memory of a process that shares some with others: the shared part is divided between them. */
export function pssMibOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}

const BLOCK_BYTES = 512;

/** The disk space of a folder, as `du` counts it. Files may disappear meanwhile. */
export function folderMib(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const blocks = names.map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0);
  return (blocks.reduce((sum, cnt) => sum + cnt, 0) * BLOCK_BYTES) / 2 ** 20;
}
