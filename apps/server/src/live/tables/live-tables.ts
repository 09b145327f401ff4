import { type LiveKind, liveKinds } from '@gwanje/kinds/registry';
import type { Stored } from '../columns/collect.ts';
import type { NumberOrNullStore, Store } from '../columns/stores.ts';
import { StringTable } from '../columns/string-table.ts';
import type { Table } from '../columns/table.ts';
import { TextMatches } from '../columns/text-matches.ts';
import { TextRanks } from '../columns/text-ranks.ts';
import { Clusters } from './clusters.ts';
import { ClaimTable, ContainerTable, KindTable, NodeTable, PodTable } from './kind-tables.ts';

/** Kinds whose tables also have links to other objects and indexes. */
const linkedTables = {
  node: NodeTable,
  pod: PodTable,
  container: ContainerTable,
  claim: ClaimTable,
} as const;

type Tables = {
  readonly [Key in LiveKind]: Key extends keyof typeof linkedTables
    ? InstanceType<(typeof linkedTables)[Key]>
    : KindTable<Key>;
};

/** A table of any kind, with stores by name. */
export interface AnyTable extends Table {
  readonly state: Readonly<
    Record<string, Store<unknown> & { readonly values: Stored; at(slot: number): number }>
  >;
  readonly metrics: Readonly<Record<string, NumberOrNullStore>>;
}

class Shared {
  /** Of a past instant: samples of that time may be deleted, so missing ones say nothing. */
  readonly isPast: boolean;
  readonly strings = new StringTable();
  readonly ranks = new TextRanks(this.strings);
  readonly matches = new TextMatches(this.strings);
  readonly clusters = new Clusters(this.strings);

  constructor(isPast: boolean) {
    this.isPast = isPast;
  }
}

/** All tables of one live state, one per kind. */
export type LiveTables = Shared & Tables;

export function newLiveTables(isPast: boolean): LiveTables {
  const shared = new Shared(isPast);
  const tables = liveKinds.map((kind) => [kind, newTable(kind, shared.strings)] as const);
  // Each live kind has the table that `Tables` names.
  return Object.assign(shared, Object.fromEntries(tables) as unknown as Tables);
}

function newTable(kind: LiveKind, strings: StringTable): Table {
  const linked = Object.entries(linkedTables).find(([key]) => key === kind)?.[1];
  return linked === undefined ? new KindTable(kind, strings) : new linked(strings);
}

export function tableOf(tables: LiveTables, kind: LiveKind): AnyTable {
  return tables[kind];
}
