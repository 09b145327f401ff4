import type { SamplePart } from '@gwanje/kinds/batch';
import { kinds, type SampledKind, sampledKinds } from '@gwanje/kinds/registry';
import { type MetricName, metricNames } from '@gwanje/kinds/state/states';

type Values<Scope extends SampledKind> = Partial<Record<MetricName<Scope>, number | null>>;

type Key<Scope extends SampledKind> = (typeof kinds)[Scope]['samples']['keys'][number];
type Row<Scope extends SampledKind> = Readonly<Record<Key<Scope>, string>> & {
  readonly values: Values<Scope>;
};

/** The result of one round of readings. */
export type Rows = { readonly [Scope in SampledKind]: Row<Scope>[] };

export function noRows(): Rows {
  return { node: [], pod: [], container: [], claim: [] };
}

const MAX_ROWS_PER_PART = 5000;

/** Converts rows to the columns of the wire format. A metric without any value has no column. */
export function partsOf(rows: Rows, ts: string): SamplePart[] {
  const parts: SamplePart[] = [];
  const longest = Math.max(...sampledKinds.map((scope) => rows[scope].length));
  for (let at = 0; at < longest; at += MAX_ROWS_PER_PART) {
    const part: SamplePart = { ts };
    for (const scope of sampledKinds) {
      const some: readonly AnyRow[] = rows[scope].slice(at, at + MAX_ROWS_PER_PART);
      if (some.length > 0)
        Object.assign(part, { [scope]: { ...keysOf(scope, some), ...columnsOf(scope, some) } });
    }
    parts.push(part);
  }
  return parts;
}

type AnyRow = { [Scope in SampledKind]: Row<Scope> }[SampledKind];

function keysOf(scope: SampledKind, rows: readonly Readonly<Record<string, unknown>>[]) {
  return Object.fromEntries(kinds[scope].samples.keys.map((key) => [key, rows.map((row) => row[key])]));
}

function columnsOf(
  scope: SampledKind,
  rows: readonly { readonly values: Readonly<Partial<Record<string, number | null>>> }[],
) {
  const columns: Record<string, (number | null)[]> = {};
  for (const metric of metricNames(scope)) {
    const column: (number | null)[] = [];
    let isKnown = false;
    for (const { values } of rows) {
      const value = values[metric] ?? null;
      column.push(value);
      isKnown ||= value !== null;
    }
    if (isKnown) columns[metric] = column;
  }
  return columns;
}
