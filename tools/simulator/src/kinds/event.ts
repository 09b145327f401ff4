import { uidOf } from '../core/identifiers.ts';
import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { EventRecord } from './object/records.ts';
import { microTimeText, timeText } from './object/text.ts';

/** A kubelet does not know its node's uid and uses the name. */
function involvedUid({ involved, component }: EventRecord, view: View): string {
  const isOwnNode = involved.kind === 'Node' && component === 'kubelet';
  return isOwnNode ? involved.name : uidOf(view.seed, involved.id);
}

export function buildEvent(event: EventRecord, view: View): JsonObject {
  const { involved } = event;
  const isNewer = event.eventMs > 0;
  return {
    metadata: metadataOf(event, {}, view),
    involvedObject: {
      kind: involved.kind,
      namespace: involved.namespace === '' ? undefined : involved.namespace,
      name: involved.name,
      uid: involvedUid(event, view),
      apiVersion: involved.apiVersion,
      resourceVersion: involved.rv > 0 ? String(involved.rv) : undefined,
      fieldPath: involved.fieldPath,
    },
    reason: event.reason,
    message: event.message,
    source: isNewer ? {} : { component: event.component, host: event.host === '' ? undefined : event.host },
    firstTimestamp: isNewer ? null : timeText(event.firstSec),
    lastTimestamp: isNewer ? null : timeText(event.lastSec),
    count: isNewer ? undefined : event.count,
    type: event.type,
    eventTime: isNewer ? microTimeText(event.eventMs) : null,
    action: isNewer ? event.action : undefined,
    reportingComponent: isNewer ? event.component : '',
    reportingInstance: isNewer ? `${event.component}-${event.host}` : '',
  };
}
