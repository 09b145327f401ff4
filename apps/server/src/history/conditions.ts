import type { Columns } from '@gwanje/contract/columns';
import type { ListColumn } from '@gwanje/kinds/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter } from '../live/kinds.ts';
import { columnConditions } from '../platform/store/column-query.ts';

type Conditions = RawBuilder<SqlBool>[];
type Expressions = Readonly<Record<string, RawBuilder<unknown>>>;

/** The expression of a column that the object table holds and that never changes. */
function expressionOf(key: string, { origin }: ListColumn, table: string): RawBuilder<unknown> | null {
  if (origin.from === 'id') return sql.ref(`${table}.object_id`);
  if (origin.from === 'cluster' && origin.value === 'hostId') return sql.ref(`${table}.host_id`);
  if (origin.from === 'state' && (origin.field === 'name' || origin.field === 'namespace'))
    return sql.ref(`${table}.${origin.field}`);
  return key === 'nodeId' ? sql.ref(`${table}.node_id`) : null;
}

function conditionsOf(columns: Columns, expressions: Expressions, filter: object): Conditions {
  return columnConditions(columns, expressions, Object.fromEntries(Object.entries(filter)));
}

const podColumns: Readonly<Record<string, ListColumn>> = kinds.pod.columns;

/**
 * What a filter says of the rows of the object table, as far as it never changes: it keeps the number of states small
 * that are looked through. The whole filter is applied to those afterwards.
 */
export function rowConditions<Kind extends ListKind>(
  kind: Kind,
  filter: Filter<Kind> | undefined,
): Conditions {
  if (filter === undefined) return [];
  const columns: Readonly<Record<string, ListColumn>> = kinds[kind].columns;
  const ofRow: Record<string, RawBuilder<unknown>> = {};
  const ofContainer: Record<string, RawBuilder<unknown>> = {};
  for (const [key, column] of Object.entries(columns)) {
    const { origin } = column;
    const ofPod = origin.from === 'parent' ? podColumns[origin.column] : undefined;
    if (origin.from === 'parent' && ofPod !== undefined) {
      const expression = expressionOf(origin.column, ofPod, 'object');
      if (expression !== null) ofRow[key] = expression;
      continue;
    }
    // The rows are those of pods; a container has one of its own.
    const isOwn = kind === 'container' && key !== 'hostId';
    const expression = expressionOf(key, column, isOwn ? 'container' : 'object');
    if (expression !== null) (isOwn ? ofContainer : ofRow)[key] = expression;
  }
  return [...conditionsOf(columns, ofRow, filter), ...holding(conditionsOf(columns, ofContainer, filter))];
}

/** Pods that have a container of which all is true. */
function holding(conditions: Conditions): Conditions {
  if (conditions.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from object container
      where container.parent_id = object.object_id and ${sql.join(conditions, sql` and `)})`,
  ];
}
