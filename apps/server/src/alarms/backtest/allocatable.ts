import { machinesAmong } from '../../objects/machines.ts';
import type { Life } from './past-lives.ts';

/** What nodes could give at a time. */
export interface Allocatable {
  readonly cpuCores: number;
  readonly memBytes: number;
}

/** What the machines of a cluster could give together, at any time. */
export function allocatableOf(nodes: readonly Life<'node'>[]): (atMs: number) => Allocatable {
  const steps = machinesAmong(nodes, ({ turns }) => turns.some(({ state }) => state?.isVirtual === true))
    .flatMap(({ turns }) =>
      turns.map(({ atMs, state }, index) => {
        const before = turns[index - 1]?.state;
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
  // Only ever asked of later and later times.
  return (atMs) => {
    for (; (steps[next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs; next++) {
      sum.cpuCores += steps[next]?.cpuCores ?? 0;
      sum.memBytes += steps[next]?.memBytes ?? 0;
    }
    return sum;
  };
}
