import { claimColumns } from '@gwanje/kinds/claim/columns';
import { containerColumns } from '@gwanje/kinds/container/columns';
import { nodeColumns } from '@gwanje/kinds/node/columns';
import { podColumns } from '@gwanje/kinds/pod/columns';
import type { ListKind } from '@gwanje/kinds/registry';
import { volumeColumns } from '@gwanje/kinds/volume/columns';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter } from '../live/kinds.ts';
import { columnConditions } from '../platform/store/column-query.ts';

type Conditions = RawBuilder<SqlBool>[];

const objectId = sql`object.object_id`;
const hostId = sql`object.host_id`;
const name = sql`object.name`;
const namespace = sql`object.namespace`;
const nodeId = sql`object.node_id`;

const makers: { readonly [Kind in ListKind]: (filter: Filter<Kind>) => Conditions } = {
  node: (filter) =>
    columnConditions(
      { nodeId: nodeColumns.nodeId, hostId: nodeColumns.hostId, name: nodeColumns.name },
      { nodeId: objectId, hostId, name },
      filter,
    ),
  pod: (filter) =>
    columnConditions(
      {
        podId: podColumns.podId,
        hostId: podColumns.hostId,
        name: podColumns.name,
        namespace: podColumns.namespace,
        nodeId: podColumns.nodeId,
      },
      { podId: objectId, hostId, name, namespace, nodeId },
      filter,
    ),
  container: (filter) => [
    ...columnConditions(
      {
        podId: containerColumns.podId,
        hostId: containerColumns.hostId,
        podName: containerColumns.podName,
        namespace: containerColumns.namespace,
        nodeId: containerColumns.nodeId,
      },
      { podId: objectId, hostId, podName: name, namespace, nodeId },
      filter,
    ),
    ...holding(
      columnConditions(
        { containerId: containerColumns.containerId, name: containerColumns.name },
        { containerId: sql`container.object_id`, name: sql`container.name` },
        filter,
      ),
    ),
  ],
  volume: (filter) =>
    columnConditions(
      { volumeId: volumeColumns.volumeId, hostId: volumeColumns.hostId, name: volumeColumns.name },
      { volumeId: objectId, hostId, name },
      filter,
    ),
  claim: (filter) =>
    columnConditions(
      {
        pvcId: claimColumns.pvcId,
        hostId: claimColumns.hostId,
        name: claimColumns.name,
        namespace: claimColumns.namespace,
      },
      { pvcId: objectId, hostId, name, namespace },
      filter,
    ),
};

/** Pods that hold a container of which all is true. */
function holding(conditions: Conditions): Conditions {
  if (conditions.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from object container
      where container.parent_id = object.object_id and ${sql.join(conditions, sql` and `)})`,
  ];
}

/**
 * What a filter says of the rows of the table, as far as it never changes: it keeps the number of states small that
 * are looked through. All of the filter is applied to these afterwards.
 */
export function rowConditions<Kind extends ListKind>(
  kind: Kind,
  filter: Filter<Kind> | undefined,
): Conditions {
  return filter === undefined ? [] : makers[kind](filter);
}
