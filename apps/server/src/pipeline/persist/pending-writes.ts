import type { Change } from '../../objects/changes.ts';
import type { NodeSpan } from '../apply/node-history.ts';
import type { KnownObject, KnownPod } from '../identify/registry.ts';

export interface ObjectWrite {
  readonly hostId: number;
  readonly object: KnownObject;
  readonly record: string;
  /** Null of a workload, which has none. */
  readonly state: string | null;
}

export interface ContainerWrite {
  readonly id: number;
  readonly hostId: number;
  readonly pod: KnownPod;
  readonly name: string;
  readonly firstSeenMs: number;
}

export interface ChangeWrite {
  /** Given before it is written for the first time, and kept: written twice it is still one row. */
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
 * What memory knows and the tables do not yet. It stays until a commit has succeeded: the agent sends its batch again
 * after a failure, but finds everything as it said, so that nothing of it would be written a second time.
 */
export class PendingWrites {
  readonly objects = new Map<number, ObjectWrite>();
  /** Whose times or place alone are other than before. */
  readonly touched = new Map<number, KnownObject>();
  readonly containers = new Map<number, ContainerWrite>();
  /** Pods that went or came back: their containers with them. */
  readonly turned = new Map<number, KnownPod>();
  readonly spans = new Map<string, SpanWrite>();
  changes: ChangeWrite[] = [];

  get size(): number {
    return (
      this.objects.size +
      this.touched.size +
      this.containers.size +
      this.turned.size +
      this.spans.size +
      this.changes.length
    );
  }

  /** A later one of the same object replaces it. */
  putSpans(hostId: number, nodeId: number, spans: readonly NodeSpan[]): void {
    for (const span of spans) this.spans.set(`${nodeId}/${span.fromMs}`, { hostId, nodeId, span });
  }

  /** Moves everything into another, whose newer entries win. */
  giveBackTo(newer: PendingWrites): void {
    for (const name of ['objects', 'touched', 'containers', 'turned', 'spans'] as const) {
      const older = this[name];
      const target: Map<unknown, unknown> = newer[name];
      for (const [key, value] of older) if (!target.has(key)) target.set(key, value);
    }
    newer.changes = [...this.changes, ...newer.changes];
  }

  /** All that is to be written of each object, apart from the others. */
  byObject(): Map<number, PendingWrites> {
    const parts = new Map<number, PendingWrites>();
    this.#eachRow((objectId, putInto) => {
      const part = parts.get(objectId) ?? new PendingWrites();
      parts.set(objectId, part);
      putInto(part);
    });
    return parts;
  }

  /** Takes everything out in parts of about so many rows, whole objects each. */
  takeParts(rowCnt: number): PendingWrites[] {
    const rowCnts = new Map<number, number>();
    this.#eachRow((objectId) => rowCnts.set(objectId, (rowCnts.get(objectId) ?? 0) + 1));
    const parts: PendingWrites[] = [];
    const partOf = new Map<number, PendingWrites>();
    let part = new PendingWrites();
    let filled = rowCnt;
    for (const [objectId, cnt] of rowCnts) {
      if (filled >= rowCnt) {
        part = new PendingWrites();
        parts.push(part);
        filled = 0;
      }
      partOf.set(objectId, part);
      filled += cnt;
    }
    this.#eachRow((objectId, putInto) => {
      const own = partOf.get(objectId);
      if (own) putInto(own);
    });
    this.#clear();
    return parts;
  }

  #eachRow(use: (objectId: number, putInto: (part: PendingWrites) => void) => void): void {
    for (const [id, write] of this.objects) use(id, ({ objects }) => objects.set(id, write));
    for (const [id, write] of this.containers)
      use(write.pod.id, ({ containers }) => containers.set(id, write));
    for (const [id, object] of this.touched) use(id, ({ touched }) => touched.set(id, object));
    for (const [id, pod] of this.turned) use(id, ({ turned }) => turned.set(id, pod));
    for (const change of this.changes) use(change.objectId, ({ changes }) => changes.push(change));
    for (const [key, write] of this.spans) use(write.nodeId, ({ spans }) => spans.set(key, write));
  }

  #clear(): void {
    for (const rows of [this.objects, this.touched, this.containers, this.turned, this.spans]) rows.clear();
    this.changes = [];
  }
}
