import type { Columns } from '@gwanje/contract/columns';
import { containerColumns } from '@gwanje/contract/containers';
import type { OrderKey } from '@gwanje/contract/list';
import { nodeColumns } from '@gwanje/contract/nodes';
import { podColumns } from '@gwanje/contract/pods';
import { claimColumns, volumeColumns } from '@gwanje/contract/volumes';
import type { z } from 'zod';

/** Every kind the live state holds. */
export const liveKinds = ['node', 'pod', 'container', 'volume', 'claim', 'namespace'] as const;
export type LiveKind = (typeof liveKinds)[number];
/** Those that can be taken out of the watch one by one. */
export type WatchedKind = Extract<LiveKind, 'node' | 'pod' | 'volume' | 'claim'>;

/** The declared lists, by the kind of object in them. */
export const listColumns = {
  node: nodeColumns,
  pod: podColumns,
  container: containerColumns,
  volume: volumeColumns,
  claim: claimColumns,
} as const satisfies Partial<Record<LiveKind, Columns>>;

export type ListKind = keyof typeof listColumns;
export type ColumnsOf<Kind extends ListKind> = (typeof listColumns)[Kind];
export type ColumnKey<Kind extends ListKind> = keyof ColumnsOf<Kind> & string;

type RowOf<C extends Columns> = { [Key in keyof C]: z.output<C[Key]['schema']> };
type FilterOf<C extends Columns> = { [Key in keyof C]?: z.output<C[Key]['filter']> | undefined };

export type Row<Kind extends ListKind> = RowOf<ColumnsOf<Kind>>;
export type Filter<Kind extends ListKind> = FilterOf<ColumnsOf<Kind>>;

export interface ListQuery<Kind extends ListKind> {
  /** What may be seen; nothing else is ever answered. */
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

/** The times of an object, and whether it is watched. */
export interface Life {
  readonly isMonitored: boolean;
  readonly createdAtMs: number | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** Only of objects put for a question about what is gone: they count in no sum. */
  readonly deletedAtMs: number | null;
}

export interface PodLife extends Life {
  /** Null: the node of the state's name in the same cluster, as soon as there is one. */
  readonly nodeId: number | null;
}
