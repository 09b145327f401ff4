import { stateKindOf } from '@gwanje/kinds/registry';
import { parseKindState } from '@gwanje/kinds/state/states';
import type { LiveState } from '../../../live/live-state.ts';
import type { CopyTarget } from '../cluster-copies.ts';

type Changes = Parameters<CopyTarget['copy']>[0];

/** Applies changes to a live state without a database. */
export async function applyChanges(
  live: LiveState,
  { hostId, objects, samples, contacts }: Changes,
): Promise<void> {
  for (const object of objects) {
    const { kind, id, deletedMs, state } = object;
    const stateKind = stateKindOf(kind);
    if (stateKind === null) continue;
    if (deletedMs !== null) {
      live.remove(stateKind, id);
      continue;
    }
    const life = {
      isMonitored: true,
      createdAtMs: object.createdMs,
      firstSeenAtMs: object.firstSeenMs,
      lastSeenAtMs: object.lastSeenMs,
      deletedAtMs: null,
    };
    const made = parseKindState(kind, state === null ? live.stateOf(stateKind, id) : JSON.parse(state));
    if (made?.kind === 'pod') {
      const ids = object.containers.map((container) => container.id);
      live.putPod(hostId, id, made.state, ids, { ...life, nodeId: object.nodeId });
    } else if (made) live.put(made.kind, hostId, id, made.state as never, life);
  }
  for (const { scope, tsMs, ids, columns } of samples) live.applySamples(scope, ids, tsMs, columns);
  for (const contact of contacts) live.recordContact(hostId, contact);
}
