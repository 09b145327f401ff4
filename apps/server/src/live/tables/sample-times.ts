import type { Kind } from '@gwanje/kinds/definition/kind';
import { kinds, type LiveKind } from '@gwanje/kinds/registry';
import { collect } from '../columns/collect.ts';
import type { NumberOrNullStore } from '../columns/stores.ts';
import { type AnyTable, type LiveTables, tableOf } from './live-tables.ts';

/** Time of an object's last sample; NaN when no samples are expected. */
export interface SampleTimes {
  at(slot: number): number;
  collect(into: Float64Array, slots: Int32Array): void;
}

const noSamples: SampleTimes = {
  at: () => Number.NaN,
  collect: (into) => into.fill(Number.NaN),
};

function alwaysSampled(times: NumberOrNullStore): SampleTimes {
  return {
    at: (slot) => times.at(slot),
    collect: (into, slots) => collect(into, slots, times.values),
  };
}

function sampledWhile(
  states: AnyTable['state'][string],
  running: number,
  times: NumberOrNullStore,
): SampleTimes {
  return {
    at: (slot) => (states.at(slot) === running ? times.at(slot) : Number.NaN),
    collect(into, slots) {
      const stateOf = states.values;
      const timeOf = times.values;
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0;
        into[at] = stateOf[slot] === running ? (timeOf[slot] ?? Number.NaN) : Number.NaN;
      }
    },
  };
}

/** Sample times of a kind. For `state`, none are expected where missing samples do not change the state. */
export function sampleTimesOf(
  tables: LiveTables,
  key: LiveKind,
  purpose: 'age' | 'state' = 'age',
): SampleTimes {
  const { samples, fields }: Kind = kinds[key];
  if (samples === undefined || (purpose === 'state' && samples.decideState === false)) return noSamples;
  const table = tableOf(tables, key);
  if (samples.awaited === 'always') return alwaysSampled(table.dataAtMs);
  const { field, value } = samples.awaited;
  const states = table.state[field];
  if (states === undefined) throw new Error(`${key} has no field ${field}`);
  return sampledWhile(states, fields?.[field]?.choices?.indexOf(value) ?? -1, table.dataAtMs);
}
