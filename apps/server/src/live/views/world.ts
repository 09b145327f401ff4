import type { LiveKind } from '@gwanje/kinds/registry';
import { Clusters } from '../clusters.ts';
import { StringTable } from '../columns/string-table.ts';
import type { Table } from '../columns/table.ts';
import {
  ClaimTable,
  ContainerTable,
  NamespaceTable,
  NodeTable,
  PodTable,
  VolumeTable,
} from '../columns/tables.ts';
import { TextRanks } from '../columns/text-ranks.ts';
import { TextMatches } from '../query/text-matches.ts';

/** All tables of one live state. */
export class World {
  readonly strings = new StringTable();
  readonly ranks = new TextRanks(this.strings);
  readonly matches = new TextMatches(this.strings);
  readonly clusters = new Clusters(this.strings);
  readonly node = new NodeTable(this.strings);
  readonly pod = new PodTable(this.strings);
  readonly container = new ContainerTable(this.strings);
  readonly volume = new VolumeTable(this.strings);
  readonly claim = new ClaimTable(this.strings);
  readonly namespace = new NamespaceTable(this.strings);

  table(kind: LiveKind): Table {
    return this[kind];
  }
}
