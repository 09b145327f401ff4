import type { FilterOf, ListPage, ListRequest, RowOf } from '@gwanje/contract/definition/columns';
import type { ColumnsOf, ListKind } from '@gwanje/kinds/registry';

export type ColumnKey<Kind extends ListKind> = keyof ColumnsOf<Kind> & string;
export type Row<Kind extends ListKind> = RowOf<ColumnsOf<Kind>>;
export type Filter<Kind extends ListKind> = FilterOf<ColumnsOf<Kind>>;

export interface ListQuery<Kind extends ListKind> extends ListRequest<ColumnsOf<Kind>> {
  /** The clusters that the caller may see. Objects of other clusters are never returned. */
  readonly hostIds: ReadonlySet<number>;
  readonly nowMs: number;
}

export type ListAnswer<Kind extends ListKind> = ListPage<Row<Kind>>;

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
