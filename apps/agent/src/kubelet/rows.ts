import type { SamplePart } from '@gwanje/kinds/batch';
import type { SampledKind } from '@gwanje/kinds/registry';
import { type MetricName, metricNames } from '@gwanje/kinds/state/metrics';

type Values<Scope extends SampledKind> = Partial<Record<MetricName<Scope>, number | null>>;

export interface NodeRow {
  readonly name: string;
  readonly values: Values<'node'>;
}
export interface PodRow {
  readonly uid: string;
  readonly values: Values<'pod'>;
}
export interface ContainerRow {
  readonly podUid: string;
  readonly name: string;
  readonly values: Values<'container'>;
}
export interface ClaimRow {
  readonly namespace: string;
  readonly name: string;
  readonly values: Values<'claim'>;
}

/** The result of one round of readings. */
export interface Rows {
  readonly nodes: NodeRow[];
  readonly pods: PodRow[];
  readonly containers: ContainerRow[];
  readonly claims: ClaimRow[];
}

export function noRows(): Rows {
  return { nodes: [], pods: [], containers: [], claims: [] };
}

const ROWS_IN_A_PART = 5000;

/** Converts rows to the columns of the wire format. A metric without any value has no column. */
export function partsOf(rows: Rows, ts: string): SamplePart[] {
  const parts: SamplePart[] = [];
  const longest = Math.max(rows.nodes.length, rows.pods.length, rows.containers.length, rows.claims.length);
  for (let at = 0; at < longest; at += ROWS_IN_A_PART) {
    const nodes = rows.nodes.slice(at, at + ROWS_IN_A_PART);
    const pods = rows.pods.slice(at, at + ROWS_IN_A_PART);
    const containers = rows.containers.slice(at, at + ROWS_IN_A_PART);
    const claims = rows.claims.slice(at, at + ROWS_IN_A_PART);
    parts.push({
      ts,
      ...(nodes.length > 0
        ? { node: { name: nodes.map(({ name }) => name), ...columnsOf('node', nodes) } }
        : {}),
      ...(pods.length > 0 ? { pod: { uid: pods.map(({ uid }) => uid), ...columnsOf('pod', pods) } } : {}),
      ...(containers.length > 0
        ? {
            container: {
              podUid: containers.map(({ podUid }) => podUid),
              name: containers.map(({ name }) => name),
              ...columnsOf('container', containers),
            },
          }
        : {}),
      ...(claims.length > 0
        ? {
            claim: {
              namespace: claims.map(({ namespace }) => namespace),
              name: claims.map(({ name }) => name),
              ...columnsOf('claim', claims),
            },
          }
        : {}),
    });
  }
  return parts;
}

function columnsOf<Scope extends SampledKind>(
  scope: Scope,
  rows: readonly { readonly values: Values<Scope> }[],
): Partial<Record<MetricName<Scope>, (number | null)[]>> {
  const columns: Partial<Record<MetricName<Scope>, (number | null)[]>> = {};
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
