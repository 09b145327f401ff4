import { exportAgent } from '../../live/copies/export-cluster.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { CommittedDelta } from '../../pipeline/committed-delta.ts';
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
  // Deletions first: another object of the same name may have replaced a deleted one.
  const ordered = objects.toSorted((a, b) => Number(a.deletedMs === null) - Number(b.deletedMs === null));
  const ofAll = { type: 'delta', hostId, restarts } as const;
  const messages: Unnumbered[] = [];
  while (ordered.length > objectsPerDelta) {
    const part = ordered.splice(0, objectsPerDelta);
    messages.push({ ...ofAll, commitNo: null, objects: part, samples: [], contacts: [] });
  }
  messages.push({
    ...ofAll,
    commitNo,
    objects: ordered,
    samples: samples.map(({ scope, tsMs, ids, columns }) => ({
      scope,
      tsMs,
      ids: areMixed ? live.takenIds(scope, ids, tsMs) : ids,
      columns,
    })),
    contacts: contacts.map(({ atMs, facts, agent }) => ({ atMs, facts, agent: agent && exportAgent(agent) })),
  });
  return messages;
}
