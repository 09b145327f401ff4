import type { Change } from '@gwanje/kinds/state/changes';
import type { NodeSpan } from './node-history.ts';
import type { KnownObject, KnownPod } from './object-registry.ts';

export interface ObjectWrite {
  readonly hostId: number;
  readonly object: KnownObject;
  readonly record: string;
  /** Null for kinds without a state. */
  readonly state: string | null;
  /** It was deleted and exists again, so its values of before do not count. */
  readonly isBack: boolean;
}

export interface ContainerWrite {
  readonly id: number;
  readonly hostId: number;
  readonly pod: KnownPod;
  readonly name: string;
  readonly firstSeenMs: number;
}

export interface ChangeWrite {
  /** Set before the first attempt to write, so that a change that is written twice is still one row. */
  id?: number;
  readonly hostId: number;
  readonly objectId: number;
  readonly atMs: number;
  readonly changes: readonly Change[];
  readonly state: string;
}

export interface SpanWrite {
  readonly hostId: number;
  readonly nodeId: number;
  readonly span: NodeSpan;
}

/**
 * Changes that are in memory and not yet in the database. They stay until a commit succeeds: when the agent
 * resends the batch after a failure, memory finds no change in it, so nothing else would write these rows.
 */
export class PendingWrites {
  readonly objects = new Map<number, ObjectWrite>();
  /** Objects of which only times or the node changed. */
  readonly lifetimes = new Map<number, KnownObject>();
  readonly containers = new Map<number, ContainerWrite>();
  /** Pods that were deleted or are back. Their containers get the same times. */
  readonly containerLifetimes = new Map<number, KnownPod>();
  readonly spans = new Map<string, SpanWrite>();
  changes: ChangeWrite[] = [];

  get size(): number {
    return (
      this.objects.size +
      this.lifetimes.size +
      this.containers.size +
      this.containerLifetimes.size +
      this.spans.size +
      this.changes.length
    );
  }

  /** Times or the node of the object changed. */
  putLifetime(object: KnownObject): void {
    const write = this.objects.get(object.id);
    if (write) this.objects.set(object.id, { ...write, object });
    else this.lifetimes.set(object.id, object);
  }

  /** A later span with the same start replaces the earlier one. */
  putSpans(hostId: number, nodeId: number, spans: readonly NodeSpan[]): void {
    for (const span of spans) this.spans.set(`${nodeId}/${span.fromMs}`, { hostId, nodeId, span });
  }

  /** Adds everything to `newer`, whose own entries win. */
  restoreInto(newer: PendingWrites): void {
    for (const name of ['objects', 'lifetimes', 'containers', 'containerLifetimes', 'spans'] as const) {
      const target: Map<unknown, unknown> = newer[name];
      for (const [key, value] of this[name]) if (!target.has(key)) target.set(key, value);
    }
    newer.changes = [...this.changes, ...newer.changes];
  }

  /** Splits the writes by object. */
  byObject(): Map<number, PendingWrites> {
    const parts = new Map<number, PendingWrites>();
    this.#eachRow((objectId, putInto) => {
      const part = parts.get(objectId) ?? new PendingWrites();
      parts.set(objectId, part);
      putInto(part);
    });
    return parts;
  }

  /** Takes everything out in parts of about `rowCnt` rows. All rows of an object are in one part. */
  takeParts(rowCnt: number): PendingWrites[] {
    const parts: PendingWrites[] = [];
    let part = new PendingWrites();
    for (const object of this.byObject().values()) {
      object.restoreInto(part);
      if (part.size < rowCnt) continue;
      parts.push(part);
      part = new PendingWrites();
    }
    if (part.size > 0) parts.push(part);
    this.#clear();
    return parts;
  }

  #eachRow(use: (objectId: number, putInto: (part: PendingWrites) => void) => void): void {
    for (const [id, write] of this.objects) use(id, ({ objects }) => objects.set(id, write));
    for (const [id, write] of this.containers)
      use(write.pod.id, ({ containers }) => containers.set(id, write));
    for (const [id, object] of this.lifetimes) use(id, ({ lifetimes }) => lifetimes.set(id, object));
    for (const [id, pod] of this.containerLifetimes)
      use(id, ({ containerLifetimes }) => containerLifetimes.set(id, pod));
    for (const change of this.changes) use(change.objectId, ({ changes }) => changes.push(change));
    for (const [key, write] of this.spans) use(write.nodeId, ({ spans }) => spans.set(key, write));
  }

  #clear(): void {
    const { objects, lifetimes, containers, containerLifetimes, spans } = this;
    for (const rows of [objects, lifetimes, containers, containerLifetimes, spans]) rows.clear();
    this.changes = [];
  }
}
