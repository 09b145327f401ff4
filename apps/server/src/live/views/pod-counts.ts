import { podPhases } from '@gwanje/contract/clusters/states';
import type { PodTable } from '../tables/kind-tables.ts';

const RUNNING = podPhases.indexOf('Running');
const SUCCEEDED = podPhases.indexOf('Succeeded');

/** Pods in the namespace kube-system. */
export class SystemPods {
  cnt = 0;
  readyCnt = 0;

  add({ state }: PodTable, slot: number): void {
    this.cnt++;
    const phase = state.phase.at(slot);
    const isReady = phase === RUNNING && state.readyCnt.at(slot) === state.containerCnt.at(slot);
    if (isReady || phase === SUCCEEDED) this.readyCnt++;
  }
}

export function podStatusCounts(counts: Map<number, number>, statusRef: number): void {
  counts.set(statusRef, (counts.get(statusRef) ?? 0) + 1);
}
