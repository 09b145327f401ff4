import { eventColumns, listEvents } from '@gwanje/contract/clusters/events';
import { eventLevels } from '@gwanje/contract/objects/object-states';
import { kindOfKubernetes, kubectlNameOf } from '@gwanje/kinds/registry';
import * as column from '#components/list/columns/column-formats.tsx';
import { EventLevelChip } from '#components/list/columns/event-level-chip.tsx';
import { eventLevelAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import type { KubectlTarget } from '#components/list/rows/kubectl.ts';
import { objectAddress } from './object-address.ts';

type EventRow = RowOf<typeof eventColumns>;

export const eventList = defineList({
  name: 'events',
  title: 'columns.events',
  counted: 'event',
  endpoint: listEvents,
  changesWith: ['event'],
  contract: eventColumns,
  primary: 'objectName',
  rowKey: ({ eventId }) => String(eventId),
  nameOf: (row) => row.objectName,
  linkOf: objectLink,
  kubectlOf: objectOf,
  isCriticalOf: ({ level }) => level === 'critical',
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.objectNamespace,
    pod: row.objectKind === 'Pod' ? row.objectName : null,
    node: row.objectKind === 'Node' ? row.objectName : null,
    container: row.containerName,
    to: row.lastAt === null ? null : Date.parse(row.lastAt),
  }),
  defaultOrder: ['-lastAt'],
  columns: {
    objectName: column.name('columns.object', objectLink, { width: 270 }),
    lastAt: column.shown(column.time('columns.lastAt')),
    level: {
      ...column.shown(column.state('columns.level', eventLevelAppearance, eventLevels, { width: 116 })),
      cell: (level) => <EventLevelChip level={level} />,
    },
    reason: column.shown(column.text('columns.reason', { width: 150 })),
    message: column.shown(column.text('columns.message', { width: 380 })),
    count: column.shown(column.count('columns.eventCnt')),
    objectKind: column.shown(column.text('columns.kind', { width: 170 })),
    objectNamespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.shown(column.text('columns.cluster', { width: 140 })),
    containerName: column.text('columns.container', { width: 120 }),
    type: column.text('columns.type', { width: 90 }),
    source: column.text('columns.source', { width: 130 }),
    firstAt: column.time('columns.firstAt'),
    objectId: column.id('columns.objectId'),
  },
});

/** The page of the object, or its row in a list; null for kinds that the product does not monitor. */
function objectLink({ hostId, objectId, objectKind, objectNamespace, objectName }: EventRow): string | null {
  const kind = objectId === null ? null : kindOfKubernetes(objectKind);
  return kind
    ? objectAddress(kind, { hostId, id: objectId, name: objectName, namespace: objectNamespace })
    : null;
}

function objectOf({ clusterName, objectNamespace, objectName, objectKind }: EventRow): KubectlTarget | null {
  const kind = kindOfKubernetes(objectKind);
  const resource = kind && (kubectlNameOf(kind) ?? objectKind.toLowerCase());
  return resource ? { cluster: clusterName, namespace: objectNamespace, resource, name: objectName } : null;
}
