import { containerStates, podPhases } from '@gwanje/contract/states';
import { gather } from '../query/gather.ts';
import type { World } from '../views/world.ts';

/** When what is awaited of a slot was last measured; NaN where no samples are awaited. */
export interface SampleTimes {
  at(slot: number): number;
  gather(into: Float64Array, slots: Int32Array): void;
}

interface Times {
  readonly values: Float64Array;
  at(slot: number): number;
}

interface States {
  readonly values: Uint8Array;
  at(slot: number): number;
}

const POD_RUNNING = podPhases.indexOf('Running');
const CONTAINER_RUNNING = containerStates.indexOf('running');

export const noSamples: SampleTimes = {
  at: () => Number.NaN,
  gather: (into) => into.fill(Number.NaN),
};

export function alwaysSampled(times: Times): SampleTimes {
  return {
    at: (slot) => times.at(slot),
    gather: (into, slots) => gather(into, slots, times.values),
  };
}

/** Only what runs has samples to wait for. */
function sampledWhile(states: States, running: number, times: Times): SampleTimes {
  return {
    at: (slot) => (states.at(slot) === running ? times.at(slot) : Number.NaN),
    gather(into, slots) {
      const stateOf = states.values;
      const timeOf = times.values;
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0;
        into[at] = stateOf[slot] === running ? (timeOf[slot] ?? Number.NaN) : Number.NaN;
      }
    },
  };
}

export function sampleTimesOf(world: World, kind: 'node' | 'pod' | 'container'): SampleTimes {
  const { node, pod, container } = world;
  switch (kind) {
    case 'node':
      return alwaysSampled(node.dataAtMs);
    case 'pod':
      return sampledWhile(pod.state.phase, POD_RUNNING, pod.dataAtMs);
    case 'container':
      return sampledWhile(container.state.state, CONTAINER_RUNNING, container.dataAtMs);
  }
}
