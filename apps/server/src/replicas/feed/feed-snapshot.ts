import { type LiveKind, type StateKind, sampledKinds, stateKinds } from '@gwanje/kinds/registry';
import type { ExportedObject, LatestRows } from '../../live/copies/export-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { AlarmCounts, ClusterMessage, Forecasts } from './feed-format.ts';

/** Reading this many pods takes a few milliseconds. */
const OBJECTS_PER_PART = 100;

/** Nodes go first, so that pods find theirs. */
const snapshotKinds: readonly StateKind[] = ['node', ...stateKinds.filter((kind) => kind !== 'node')];

export interface SnapshotSources {
  readonly live: LiveState;
  readonly objectsPerPart?: number;
  readonly alarmCountsOf: (hostId: number) => AlarmCounts;
  readonly forecastsOf: (hostId: number) => Forecasts;
}

/** The ids of all objects of a cluster. */
export function snapshotIds({ live }: Pick<SnapshotSources, 'live'>, hostId: number): Int32Array {
  return Int32Array.from(stateKinds.flatMap((kind) => [...live.idsOfCluster(kind, hostId)]));
}

/**
 * The parts and the end of a cluster's snapshot. Each is read when it is asked for: the reader may wait between them, and
 * gets the changes of the meantime from the deltas.
 */
export function* snapshotMessages(
  { live, alarmCountsOf, forecastsOf, objectsPerPart = OBJECTS_PER_PART }: SnapshotSources,
  hostId: number,
  epoch: number,
): Generator<ClusterMessage> {
  for (const kind of snapshotKinds) {
    const ids = live.idsOfCluster(kind, hostId);
    for (let from = 0; from < ids.length; from += objectsPerPart) {
      const objects = live.exportObjects(kind, ids.subarray(from, from + objectsPerPart));
      yield { type: 'part', hostId, epoch, objects, latest: latestOf(live, kind, objects) };
    }
  }
  const cluster = live.exportCluster(hostId);
  if (cluster === null) return;
  const [alarms, forecasts] = [alarmCountsOf(hostId), forecastsOf(hostId)];
  yield { type: 'end', hostId, epoch, cluster, alarms, forecasts };
}

/** The latest samples of the objects, and of the containers of pods. */
function latestOf(live: LiveState, kind: StateKind, objects: readonly ExportedObject[]): LatestRows[] {
  const idsOf: readonly [LiveKind, number[]][] = [
    [kind, objects.map(({ id }) => id)],
    ['container', objects.flatMap(({ containers }) => containers.map(({ id }) => id))],
  ];
  return idsOf.flatMap(([scope, ids]) => {
    const sampled = sampledKinds.find((one) => one === scope);
    return sampled && ids.length > 0 ? [live.exportSamples(sampled, Int32Array.from(ids))] : [];
  });
}
