import { MAX_SAMPLES, maxKeyLength, SamplePart } from '@gwanje/kinds/batch';
import { kinds, sampledKinds } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import { mostStorable } from '@gwanje/metric-store/resolution';
import type { SampleRows } from '../received-batch.ts';
import { refusal } from '../refusal.ts';

type Scope = SampleRows['scope'];

const MAX_PARTS = 240;

/** The columns that make the key of an object, in their order, with their greatest length. */
const KEYS = byScope((scope) => kinds[scope].samples.keys.map((name) => [name, maxKeyLength(name)] as const));

function byScope<Value>(make: (scope: Scope) => Value): Readonly<Record<Scope, Value>> {
  return Object.fromEntries(sampledKinds.map((scope) => [scope, make(scope)])) as Record<Scope, Value>;
}

interface ColumnOf {
  readonly name: string;
  /** A larger value, such as a wrapped counter, counts as unknown. */
  readonly most: number;
}

function columnsOf(scope: Scope): readonly ColumnOf[] {
  return metricNames(scope).map((name) => ({ name, most: mostStorable(scope, name) }));
}

const COLUMNS = byScope(columnsOf);

/** Written by hand, because a schema would create an object for each of 20,000 numbers. It accepts what `SamplePart` does. */
export function decodeSamples(value: unknown): { samples: SampleRows[]; negativeCnt: number } {
  if (value === undefined) return { samples: [], negativeCnt: 0 };
  if (!Array.isArray(value) || value.length > MAX_PARTS) throw invalid('samples');
  const before: KeyCache = new Map();
  const samples = value.flatMap((part: unknown, index) => decodePart(part, `samples.${index}`, before));
  return { samples, negativeCnt: removeNegatives(samples) };
}

/** Returns the number of values that it made unknown. */
function removeNegatives(samples: readonly SampleRows[]): number {
  let cnt = 0;
  for (const { columns } of samples) {
    for (const column of Object.values(columns)) {
      for (let row = 0; row < column.length; row++) {
        if (!((column[row] ?? 0) < 0)) continue;
        column[row] = Number.NaN;
        cnt++;
      }
    }
  }
  return cnt;
}

/** The instants of a batch mostly have the same objects, so their keys are made once. */
type KeyCache = Map<Scope, { readonly names: readonly Names[]; readonly keys: Names }>;
type Names = readonly string[];

function keysOf(scope: Scope, names: readonly Names[], named: KeyCache): Names {
  const before = named.get(scope);
  if (before && names.every((column, at) => isSame(column, before.names[at] ?? []))) return before.keys;
  const [first = [], second] = names;
  const keys = second ? first.map((name, row) => `${name}/${second[row]}`) : first;
  named.set(scope, { names, keys });
  return keys;
}

function isSame(one: Names, other: Names): boolean {
  return one.length === other.length && one.every((name, row) => name === other[row]);
}

function decodePart(part: unknown, at: string, before: KeyCache): SampleRows[] {
  if (!isRecord(part)) throw invalid(at);
  const ts = SamplePart.shape.ts.safeParse(ownProperty(part, 'ts'));
  if (!ts.success) throw invalid(`${at}.ts`);
  const tsMs = Date.parse(ts.data);
  const rows: SampleRows[] = [];
  for (const scope of sampledKinds) {
    const table = ownProperty(part, scope);
    if (table === undefined) continue;
    const decoded = decodeTable(scope, tsMs, table, `${at}.${scope}`, before);
    if (decoded.keys.length > 0) rows.push(decoded);
  }
  return rows;
}

function decodeTable(scope: Scope, tsMs: number, table: unknown, at: string, before: KeyCache): SampleRows {
  if (!isRecord(table)) throw invalid(at);
  const keys = decodeKeys(scope, table, at, before);
  const columns: Record<string, Float64Array> = {};
  for (const { name, most } of COLUMNS[scope]) {
    const column = ownProperty(table, name);
    if (column !== undefined) columns[name] = decodeColumn(column, keys.length, most, `${at}.${name}`);
  }
  return { scope, tsMs, keys, columns };
}

function decodeKeys(
  scope: Scope,
  table: Readonly<Record<string, unknown>>,
  at: string,
  before: KeyCache,
): Names {
  const columns = KEYS[scope];
  const same = before.get(scope);
  if (same && columns.every(([name]) => ownProperty(table, name) === undefined)) return same.keys;
  const names = columns.map(([name, maxLength]) =>
    decodeNames(ownProperty(table, name), maxLength, `${at}.${name}`),
  );
  const [first = [], second] = names;
  if (second && second.length !== first.length) throw invalid(at, 'columns of different length');
  return keysOf(scope, names, before);
}

function decodeNames(value: unknown, maxLength: number, at: string): Names {
  if (!Array.isArray(value) || value.length > MAX_SAMPLES) throw invalid(at);
  for (let row = 0; row < value.length; row++) {
    const name: unknown = value[row];
    if (typeof name !== 'string' || name.length === 0 || name.length > maxLength)
      throw invalid(`${at}.${row}`);
  }
  return value;
}

function decodeColumn(value: unknown, length: number, most: number, at: string): Float64Array {
  if (!Array.isArray(value)) throw invalid(at);
  if (value.length !== length) throw invalid(at, 'columns of different length');
  const column = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    const entry: unknown = value[row];
    if (typeof entry === 'number' && Number.isFinite(entry))
      column[row] = Math.abs(entry) > most ? Number.NaN : entry;
    else if (entry === null) column[row] = Number.NaN;
    else throw invalid(`${at}.${row}`);
  }
  return column;
}

function ownProperty(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(field: string, what?: string) {
  return refusal('invalidBatch', what ? { field, what } : { field });
}
