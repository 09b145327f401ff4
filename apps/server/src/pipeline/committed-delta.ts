import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import type { Contact } from '../live/tables/clusters.ts';
import type { IdentifiedRows } from './identify/identify-samples.ts';
import type { KnownObject } from './state/object-registry.ts';

/** An object as a commit left it. */
export interface CommittedObject {
  /** Deleted when it has a `deletedMs`. */
  readonly object: KnownObject;
  /** The text of its state; null when only its times or its node changed, or when its kind has no state. */
  readonly state: string | null;
}

/** What one commit changed in a cluster. Other replicas apply it to their copy of the live state. */
export interface CommittedDelta {
  readonly hostId: number;
  readonly commitNo: number;
  readonly objects: readonly CommittedObject[];
  readonly samples: readonly IdentifiedRows[];
  /** One for each agent that sent a batch. */
  readonly contacts: readonly Contact[];
  readonly changedKinds: ReadonlySet<ChangedKind>;
}
