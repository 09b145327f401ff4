import type { RecordKind, SampledKind } from '@gwanje/kinds/registry';
import type { KindState } from '@gwanje/kinds/state/states';
import type { Contact } from '../tables/clusters.ts';

/** An object beside its state. Pods have a node and containers. */
export interface PlacedObject {
  readonly id: number;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly nodeId?: number | null;
  readonly containers?: readonly { readonly id: number; readonly name: string }[];
}

/** An object as a commit left it. */
export interface LiveObject extends PlacedObject {
  readonly kind: RecordKind;
  /** The object is deleted when it has this time. */
  readonly deletedMs: number | null;
  /** Null when only its times or its node changed, or when its kind has no state. */
  readonly made: KindState | null;
}

/** Samples of one instant. Rows whose id is 0 are skipped. */
export interface LiveRows {
  readonly scope: SampledKind;
  readonly tsMs: number;
  readonly ids: Int32Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** What one commit changed in a cluster, or objects of a snapshot. */
export interface LiveDelta {
  readonly hostId: number;
  readonly objects: readonly LiveObject[];
  readonly samples: readonly LiveRows[];
  /** One for each batch. */
  readonly contacts: readonly Contact[];
  /** All other objects of the cluster are removed first. */
  readonly existingIds?: ReadonlySet<number>;
}
