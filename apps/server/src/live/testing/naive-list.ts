import type { Column } from '@gwanje/contract/definition/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';

export type PlainRow = Readonly<Record<string, unknown>>;

/** A simple, slow list to compare with. */
export function naiveList(
  kind: ListKind,
  rows: readonly PlainRow[],
  query: {
    readonly filter: Readonly<Record<string, unknown>>;
    readonly orderBy: readonly string[];
    readonly pageNo: number;
    readonly pageCnt: number;
  },
): { totalCnt: number; list: PlainRow[] } {
  const columns: Readonly<Record<string, Column>> = kinds[kind].columns;
  const [idKey = ''] = Object.keys(columns);
  const matching = rows.filter((row) =>
    Object.entries(query.filter).every(([key, condition]) =>
      matches(columns[key]?.type, row[key], condition),
    ),
  );
  matching.sort((a, b) => {
    const last = query.orderBy[0]?.startsWith('-') ? `-${idKey}` : idKey;
    for (const entry of [...query.orderBy, last]) {
      const key = entry.replace(/^-/, '');
      const column = columns[key];
      if (column === undefined) throw new Error(key);
      const by = compare(column, a[key], b[key], entry.startsWith('-') ? -1 : 1);
      if (by !== 0) return by;
    }
    return 0;
  });
  const from = (query.pageNo - 1) * query.pageCnt;
  return { totalCnt: matching.length, list: matching.slice(from, from + query.pageCnt) };
}

function compare(column: Column, a: unknown, b: unknown, sign: number): number {
  const isLast = (value: unknown) => value === null || (column.type === 'number' && value === -1);
  if (isLast(a) || isLast(b)) return Number(isLast(a)) - Number(isLast(b));
  const [left, right] = [orderable(column, a), orderable(column, b)];
  return left === right ? 0 : left < right ? -sign : sign;
}

function orderable(column: Column, value: unknown): number | string {
  if (column.type === 'choice') return column.choices?.indexOf(String(value)) ?? -1;
  if (column.type === 'text') return String(value).toLowerCase();
  if (column.type === 'time') return Date.parse(String(value));
  return Number(value);
}

function matches(type: Column['type'] | undefined, value: unknown, condition: unknown): boolean {
  if (type === 'text' && typeof condition === 'string') {
    return value !== null && String(value).toLowerCase().includes(condition.toLowerCase());
  }
  if (type === 'number' || type === 'time') return inRange(value, condition);
  return Array.isArray(condition) ? condition.includes(value) : value === condition;
}

function inRange(value: unknown, condition: unknown): boolean {
  const bounds: Record<string, unknown> = { ...(condition instanceof Object ? condition : {}) };
  const number = (bound: unknown) => (typeof bound === 'string' ? Date.parse(bound) : Number(bound));
  const low = bounds.min ?? bounds.from;
  const high = bounds.max ?? bounds.to;
  if (low === undefined && high === undefined) return true;
  if (value === null || value === -1) return false;
  return (
    (low === undefined || number(value) >= number(low)) &&
    (high === undefined || number(value) <= number(high))
  );
}
