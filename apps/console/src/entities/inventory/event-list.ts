import { eventColumns, listEvents } from '@gwanje/contract/clusters/events';
import { eventLevels } from '@gwanje/contract/clusters/states';
import { count, id, name, state, text, time } from '#components/list/columns/column-formats.tsx';
import { eventLevelAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import type { KubectlTarget } from '#components/list/rows/kubectl.ts';
import { claimAddress, nodeAddress, podAddress, volumeAddress } from './object-address.ts';

type EventRow = RowOf<typeof eventColumns>;

export const eventList = defineList({
  name: 'events',
  title: 'columns.events',
  counted: 'event',
  endpoint: listEvents,
  contract: eventColumns,
  primary: 'objectName',
  rowKey: ({ eventId }) => String(eventId),
  nameOf: (row) => row.objectName,
  linkOf: objectLink,
  kubectlOf: objectOf,
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.objectNamespace,
    pod: row.objectKind === 'Pod' ? row.objectName : null,
    node: row.objectKind === 'Node' ? row.objectName : null,
    container: row.containerName,
    to: row.lastAt === null ? null : Date.parse(row.lastAt),
  }),
  defaultOrder: ['-lastAt'],
  defaultColumns: [
    'objectName',
    'lastAt',
    'level',
    'reason',
    'message',
    'count',
    'objectKind',
    'objectNamespace',
    'clusterName',
  ],
  columns: {
    objectName: name('columns.object', objectLink, { width: 270 }),
    lastAt: time('columns.lastAt'),
    level: state('columns.level', eventLevelAppearance, eventLevels, { width: 100 }),
    reason: text('columns.reason', { width: 150 }),
    message: text('columns.message', { width: 380 }),
    count: count('columns.eventCnt'),
    objectKind: text('columns.kind', { width: 170 }),
    objectNamespace: text('columns.namespace', { width: 130 }),
    clusterName: text('columns.cluster', { width: 140 }),
    containerName: text('columns.container', { width: 120 }),
    type: text('columns.type', { width: 90 }),
    source: text('columns.source', { width: 130 }),
    firstAt: time('columns.firstAt'),
    objectId: id('columns.objectId'),
  },
});

/** Pods and nodes link to their page, even deleted; volumes and claims to a list row; others to nothing. */
function objectLink({ hostId, objectId, objectKind, objectNamespace, objectName }: EventRow): string | null {
  if (objectId === null) return null;
  switch (objectKind) {
    case 'Pod':
      return podAddress(hostId, objectId);
    case 'Node':
      return nodeAddress(hostId, objectId);
    case 'PersistentVolume':
      return volumeAddress(hostId, objectName);
    case 'PersistentVolumeClaim':
      return objectNamespace === null ? null : claimAddress(hostId, objectNamespace, objectName);
    default:
      return null;
  }
}

const kubectlKinds: Readonly<Record<string, KubectlTarget['kind']>> = {
  Pod: 'pod',
  Node: 'node',
  PersistentVolume: 'volume',
  PersistentVolumeClaim: 'claim',
};

function objectOf({ clusterName, objectNamespace, objectName, objectKind }: EventRow): KubectlTarget | null {
  const kind = Object.hasOwn(kubectlKinds, objectKind) ? kubectlKinds[objectKind] : undefined;
  return kind ? { cluster: clusterName, namespace: objectNamespace, kind, name: objectName } : null;
}
