import type { Columns } from '@gwanje/contract/definition/columns';
import type { ListColumn } from '@gwanje/kinds/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter } from '../live/kinds.ts';
import { columnConditions } from '../platform/store/list-repository.ts';

type Conditions = RawBuilder<SqlBool>[];
type Expressions = Readonly<Record<string, RawBuilder<unknown>>>;

/** The SQL expression of a column of the object table that never changes; null for other columns. */
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
 * The conditions of a filter on columns of the object table that never change. They reduce the number of
 * states that are read. The caller applies the whole filter to the result.
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
    // The rows are pods. A container has its own row, joined as `container`.
    const isOwn = kind === 'container' && key !== 'hostId';
    const expression = expressionOf(key, column, isOwn ? 'container' : 'object');
    if (expression !== null) (isOwn ? ofContainer : ofRow)[key] = expression;
  }
  return [...conditionsOf(columns, ofRow, filter), ...holding(conditionsOf(columns, ofContainer, filter))];
}

/** Selects pods with a container that meets all conditions. */
function holding(conditions: Conditions): Conditions {
  if (conditions.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from object container
      where container.parent_id = object.object_id and ${sql.join(conditions, sql` and `)})`,
  ];
}
