import { machinesAmong } from '../../live/views/machines.ts';
import type { Lifetime } from './lifetime-repository.ts';

/** The allocatable resources of nodes at one time. */
export interface Allocatable {
  readonly cpuCores: number;
  readonly memBytes: number;
}

/** The allocatable resources of a cluster over time. */
export function allocatableOf(nodes: readonly Lifetime<'node'>[]): (atMs: number) => Allocatable {
  const steps = machinesAmong(nodes, ({ changes }) => changes.some(({ state }) => state?.isVirtual === true))
    .flatMap(({ changes }) =>
      changes.map(({ atMs, state }, index) => {
        const before = changes[index - 1]?.state;
        const cpuCores =
          Math.max(0, state?.cpuAllocatableCores ?? 0) - Math.max(0, before?.cpuAllocatableCores ?? 0);
        const memBytes =
          Math.max(0, state?.memAllocatableBytes ?? 0) - Math.max(0, before?.memAllocatableBytes ?? 0);
        return { atMs, cpuCores, memBytes };
      }),
    )
    .sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  const sum = { cpuCores: 0, memBytes: 0 };
  // Callers ask for ascending times only.
  return (atMs) => {
    for (; (steps[next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs; next++) {
      sum.cpuCores += steps[next]?.cpuCores ?? 0;
      sum.memBytes += steps[next]?.memBytes ?? 0;
    }
    return sum;
  };
}
