import { z } from 'zod';
import type { Fields, Metric, MetricOrigin } from '../definition/fields.ts';
import type { Kind } from '../definition/kind.ts';
import {
  kinds,
  type MetricScope,
  type ObjectState,
  type RecordOfKind,
  type SourcedKind,
  type StateKind,
  type StateOfKind,
  sourcedKinds,
  stateKindOf,
} from '../registry.ts';

interface StateDefinition<Key extends StateKind> {
  readonly fields: Fields;
  readonly stateSchema: z.ZodType<StateOfKind[Key]>;
  readonly state: (record: RecordOfKind<Key>) => StateOfKind[Key];
}

const definitions: { readonly [Key in StateKind]: StateDefinition<Key> } = kinds;

/** Parses a state that history stored as JSON. */
export function parseState<Key extends StateKind>(key: Key, json: unknown): StateOfKind[Key] {
  return definitions[key].stateSchema.parse(json);
}

/** A state together with its kind. */
export type KindState = {
  readonly [Key in StateKind]: { readonly kind: Key; readonly state: StateOfKind[Key] };
}[StateKind];

/** The compact state of a record; null when its kind has none. */
export function stateOfRecord(record: InventoryRecord): KindState | null {
  const kind = stateKindOf(record.kind);
  if (kind === null) return null;
  const state: (given: never) => object = definitions[kind].state;
  // The registry gives the kind of these records.
  return { kind, state: state(record as never) } as KindState;
}

/** The state with what follows from the one before it. */
export function followState(made: KindState, before: ObjectState | null, atMs: number): KindState {
  const { follow }: Kind = kinds[made.kind];
  // Both states are of this kind.
  return follow
    ? ({ ...made, state: follow(before as never, made.state as never, atMs) } as KindState)
    : made;
}

/** Parses a state that history stored, by the kind of its record. */
export function parseKindState(record: string, json: unknown): KindState | null {
  const kind = stateKindOf(record);
  return kind === null ? null : ({ kind, state: parseState(kind, json) } as KindState);
}

/** Fields whose changes are written to history. */
export function trackedFields(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isTracked);
}

type Schema = (typeof kinds)[SourcedKind]['record'];

/** An object as the agent sends it. */
export const InventoryRecord = z.discriminatedUnion(
  'kind',
  // There is at least one kind.
  sourcedKinds.map((kind) => kinds[kind].record) as unknown as readonly [Schema, ...Schema[]],
);
export type InventoryRecord = z.infer<typeof InventoryRecord>;

export type MetricName<Scope extends MetricScope = MetricScope> = Scope extends MetricScope
  ? keyof (typeof kinds)[Scope]['metrics'] & string
  : never;

type MetricsFrom<Scope extends MetricScope, Origin extends MetricOrigin> = {
  [Name in MetricName<Scope>]: (typeof kinds)[Scope]['metrics'] extends Readonly<Record<Name, Metric<Origin>>>
    ? Name
    : never;
}[MetricName<Scope>];

/** A value for each metric of a kind from one origin. A reader that omits one does not compile. */
export type MetricValues<Scope extends MetricScope, Origin extends MetricOrigin> = {
  readonly [Name in MetricsFrom<Scope, Origin>]: number | null;
};

/** Metrics of a kind. Their order is the column order in the metric store: new metrics go to the end. */
export function metricCatalogue(scope: MetricScope): Readonly<Record<string, Metric>> {
  return kinds[scope].metrics;
}

export function metricNames<Scope extends MetricScope>(scope: Scope): readonly MetricName<Scope>[] {
  return Object.keys(kinds[scope].metrics) as MetricName<Scope>[];
}
