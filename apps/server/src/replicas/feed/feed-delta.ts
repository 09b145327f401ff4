import { exportAgent } from '../../live/copies/export-cluster.ts';
import type { ExportedObject } from '../../live/copies/export-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { CommittedDelta, CommittedObject } from '../../pipeline/committed-delta.ts';
import { isPod } from '../../pipeline/state/object-registry.ts';
import type { Unnumbered } from './feed-format.ts';

/** Encoding this many objects takes 3 to 15 ms. */
const OBJECTS_PER_DELTA = 1000;

/** The messages for the changes of a commit. The last one has the number of the commit, samples and contacts. */
export function deltaMessages(
  { hostId, commitNo, objects, samples, contacts }: CommittedDelta,
  live: Pick<LiveState, 'restartsOf' | 'takenIds'>,
  objectsPerDelta = OBJECTS_PER_DELTA,
): Unnumbered[] {
  const restarts = live.restartsOf(hostId);
  // Samples of one batch may have come before the states of the next, when their pods had ended.
  const areMixed = objects.length > 0 && contacts.length > 1;
  const ordered = objects.map(exportCommitted);
  // Deletions first: another object of the same name may have replaced a deleted one.
  ordered.sort((a, b) => Number(a.deletedMs === null) - Number(b.deletedMs === null));
  const last = Math.max(0, Math.ceil(ordered.length / objectsPerDelta) - 1) * objectsPerDelta;
  const messages: Unnumbered[] = [];
  for (let from = 0; from < last; from += objectsPerDelta) {
    const part = ordered.slice(from, from + objectsPerDelta);
    messages.push({
      type: 'delta',
      hostId,
      commitNo: null,
      objects: part,
      samples: [],
      contacts: [],
      restarts,
    });
  }
  messages.push({
    type: 'delta',
    hostId,
    commitNo,
    objects: ordered.slice(last),
    samples: samples.map(({ scope, tsMs, ids, columns }) => ({
      scope,
      tsMs,
      ids: areMixed ? live.takenIds(scope, ids, tsMs) : ids,
      columns,
    })),
    contacts: contacts.map(({ atMs, facts, agent }) => ({ atMs, facts, agent: agent && exportAgent(agent) })),
    restarts,
  });
  return messages;
}

function exportCommitted({ object, state }: CommittedObject): ExportedObject {
  const { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs } = object;
  const nodeId = isPod(object) ? object.nodeId : null;
  const containers = isPod(object) ? object.containers : [];
  return { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, containers, state };
}
