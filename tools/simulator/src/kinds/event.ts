import { uidOf } from '../core/identifiers.ts';
import { type JsonObject, metadataOf } from './object/kind.ts';
import type { EventRecord } from './object/records.ts';
import { timeText } from './object/text.ts';

export function buildEvent(event: EventRecord, seed: number): JsonObject {
  const { involved, component } = event;
  // A kubelet does not know its node's uid and uses the name.
  const isOwnNode = involved.kind === 'Node' && component === 'kubelet';
  return {
    metadata: metadataOf(event, seed),
    involvedObject: {
      kind: involved.kind,
      namespace: involved.namespace === '' ? undefined : involved.namespace,
      name: involved.name,
      uid: isOwnNode ? involved.name : uidOf(seed, involved.id),
      fieldPath: involved.fieldPath,
    },
    reason: event.reason,
    message: event.message,
    source: { component },
    firstTimestamp: timeText(event.firstSec),
    lastTimestamp: timeText(event.lastSec),
    count: event.count,
    type: event.type,
  };
}
