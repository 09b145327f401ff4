import { uidOf } from '../core/identifiers.ts';
import { column, type JsonObject, type Kind, type View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { EventRecord } from './object/records.ts';
import { ageText, microTimeText, timeText } from './object/text.ts';

const FIELDS: Readonly<Record<string, (event: EventRecord, view: View) => string>> = {
  'involvedObject.kind': ({ involved }) => involved.kind,
  'involvedObject.namespace': ({ involved }) => involved.namespace,
  'involvedObject.name': ({ involved }) => involved.name,
  'involvedObject.uid': involvedUid,
  'involvedObject.apiVersion': ({ involved }) => involved.apiVersion,
  'involvedObject.resourceVersion': ({ involved }) => String(involved.rv),
  'involvedObject.fieldPath': ({ involved }) => involved.fieldPath ?? '',
  reason: ({ reason }) => reason,
  type: ({ type }) => type,
  source: ({ component }) => component,
  reportingComponent: ({ component }) => component,
};

export const events: Kind<EventRecord> = {
  resource: 'events',
  kind: 'Event',
  group: '',
  isNamespaced: true,
  shortNames: ['ev'],
  storageVersionHash: 'r2yiGXH7wu8=',
  writers: { object: 'kubelet' },
  build: buildEvent,
  labels: () => undefined,
  field: (event, path, view) => FIELDS[path]?.(event, view),
  columns: [
    column('Last Seen', 'The time at which the most recent occurrence of this event was recorded.'),
    column('Type', 'Type of this event (Normal, Warning), new types could be added in the future'),
    column('Reason', "This should be a short, machine understandable string that gives the event's reason."),
    column('Object', 'The object that this event is about.'),
    column('Subobject', 'If referring to a piece of an object instead of an entire object.', {
      isWide: true,
    }),
    column('Source', 'The component reporting this event.', { isWide: true }),
    column('Message', 'A human-readable description of the status of this operation.'),
    column('First Seen', 'The time at which the event was first recorded.', { isWide: true }),
    column('Count', 'The number of times this event has occurred.', { isWide: true }),
    column('Name', 'Name must be unique within a namespace.', { isWide: true, format: 'name' }),
  ],
  cells: (event, view) => [
    ageText(view.nowSec - event.lastSec),
    event.type,
    event.reason,
    `${event.involved.kind.toLowerCase()}/${event.involved.name}`,
    event.involved.fieldPath ?? '',
    [event.component, event.host].filter((part) => part !== '').join(', '),
    event.message.trim(),
    ageText(view.nowSec - event.firstSec),
    event.eventMs > 0 ? 1 : event.count,
    event.name,
  ],
};

/** A kubelet does not know its node's uid and uses the name. `kubectl describe node` searches for it. */
function involvedUid({ involved, component }: EventRecord, view: View): string {
  const isOwnNode = involved.kind === 'Node' && component === 'kubelet';
  return isOwnNode ? involved.name : uidOf(view.seed, involved.id);
}

function buildEvent(event: EventRecord, view: View): JsonObject {
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
