import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SEC = 100;

/** The memory of a running process, and its CPU time so far, all threads. */
export function usageOf(pid: number | undefined): { readonly rssMib: number; readonly cpuSec: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // The process name in brackets may contain spaces. The numbers come after it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    rssMib: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    cpuSec: (Number(stat[11]) + Number(stat[12])) / CLOCK_TICKS_PER_SEC,
  };
}
