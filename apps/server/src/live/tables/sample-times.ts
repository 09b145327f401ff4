import type { Kind } from '@gwanje/kinds/definition/kind';
import { kinds, type LiveKind } from '@gwanje/kinds/registry';
import type { NumberOrNullStore } from '../columns/stores.ts';
import { NO_SLOT } from '../columns/table.ts';
import { type AnyTable, type LiveTables, tableOf } from './live-tables.ts';

/**
 * Time of an object's last sample. An object that never had one counts from the time since when it lacks
 * samples. NaN when no samples are expected.
 */
export interface SampleTimes {
  at(slot: number): number;
}

/** Since when an object that never had a sample lacks samples; NaN: none are expected. */
type LackingSince = (slot: number) => number;

const noSamples: SampleTimes = { at: () => Number.NaN };

function alwaysSampled(times: NumberOrNullStore, lackingSince: LackingSince): SampleTimes {
  return { at: (slot) => orElse(times.at(slot), lackingSince, slot) };
}

function sampledWhile(
  states: AnyTable['state'][string],
  running: number,
  times: NumberOrNullStore,
  lackingSince: LackingSince,
): SampleTimes {
  return {
    at: (slot) => (states.at(slot) === running ? orElse(times.at(slot), lackingSince, slot) : Number.NaN),
  };
}

function orElse(atMs: number, lackingSince: LackingSince, slot: number): number {
  return Number.isNaN(atMs) ? lackingSince(slot) : atMs;
}

/**
 * The kubelet of a node sends the samples of the node, its pods and their containers. So an object without
 * samples follows its node, and a node without samples lacks them since it was first seen. A virtual node may
 * have no kubelet that can be read, so it need not have samples.
 */
function lackingSinceOf(tables: LiveTables, key: LiveKind): LackingSince {
  const { node, pod, container } = tables;
  const nodeSince = (slot: number) => {
    if (slot === NO_SLOT || tables.isPast || node.state.isVirtual.get(slot)) return Number.NaN;
    return node.firstSeenAtMs.at(slot);
  };
  const ofNode = (slot: number) =>
    slot === NO_SLOT ? Number.NaN : orElse(node.dataAtMs.at(slot), nodeSince, slot);
  if (key === 'node') return nodeSince;
  if (key === 'pod') return (slot) => ofNode(pod.nodeSlot.at(slot));
  if (key === 'container') return (slot) => ofNode(pod.nodeSlot.at(container.podSlot.at(slot)));
  return () => Number.NaN;
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
  const lackingSince = lackingSinceOf(tables, key);
  if (samples.awaited === 'always') return alwaysSampled(table.dataAtMs, lackingSince);
  const { field, value } = samples.awaited;
  const states = table.state[field];
  if (states === undefined) throw new Error(`${key} has no field ${field}`);
  const running = fields?.[field]?.choices?.indexOf(value) ?? -1;
  return sampledWhile(states, running, table.dataAtMs, lackingSince);
}
