import type { ManifestUpsert } from '@gwanje/kinds/batch';
import { type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import type { ObjectSink } from '../../apps/agent/src/inventory/collector.ts';
import { manifestOf } from '../../apps/agent/src/manifests/manifest.ts';

/**
 * The manifests of a simulated agent. It reads and masks them as the agent does, and sends those that have changed at once:
 * batches of this process are never lost, and a step is longer than the agent waits for a manifest to settle.
 */
export class SimulatedManifests implements ObjectSink {
  readonly #now: () => Date;
  readonly #send: (manifest: ManifestUpsert) => void;
  readonly #hashes = new Map<string, string>();

  constructor(now: () => Date, send: (manifest: ManifestUpsert) => void) {
    this.#now = now;
    this.#send = send;
  }

  changed(kind: RecordKind, uid: string, object: unknown): void {
    if (sourceOf(kind).isOwnerOnly) return;
    const manifest = manifestOf(kind, object);
    if (this.#hashes.get(uid) === manifest.hash) return;
    this.#hashes.set(uid, manifest.hash);
    this.#send({ kind, uid, at: this.#now().toISOString(), ...manifest });
  }

  forget(_kind: RecordKind, uid: string): void {
    this.#hashes.delete(uid);
  }

  /** A simulated agent gets all objects as changes. */
  listed(): void {}
  listingEnded(): void {}
}
