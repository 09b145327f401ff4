import type { Columns } from '@gwanje/contract/definition/columns';
import type { OrderKey } from '@gwanje/contract/definition/list';
import type { ColumnsOf, ListKind } from '@gwanje/kinds/registry';
import type { z } from 'zod';

export type ColumnKey<Kind extends ListKind> = keyof ColumnsOf<Kind> & string;

type RowOf<C extends Columns> = { [Key in keyof C]: z.output<C[Key]['schema']> };
type FilterOf<C extends Columns> = { [Key in keyof C]?: z.output<C[Key]['filter']> | undefined };

export type Row<Kind extends ListKind> = RowOf<ColumnsOf<Kind>>;
export type Filter<Kind extends ListKind> = FilterOf<ColumnsOf<Kind>>;

export interface ListQuery<Kind extends ListKind> {
  /** The clusters that the caller may see. Objects of other clusters are never returned. */
  readonly hostIds: ReadonlySet<number>;
  readonly filter?: Filter<Kind> | undefined;
  readonly orderBy?: readonly OrderKey<ColumnKey<Kind>>[] | undefined;
  readonly pageNo: number;
  readonly pageCnt: number;
  readonly nowMs: number;
}

export interface ListAnswer<Kind extends ListKind> {
  readonly totalCnt: number;
  readonly list: Row<Kind>[];
}

/** Times of an object, and whether it is monitored. */
export interface Life {
  readonly isMonitored: boolean;
  readonly createdAtMs: number | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** Only set for requests about deleted objects. They count in no sum. */
  readonly deletedAtMs: number | null;
}

export interface PodLife extends Life {
  /** Null: the pod belongs to the node of the state's `nodeName` in the same cluster, once it is known. */
  readonly nodeId: number | null;
}
