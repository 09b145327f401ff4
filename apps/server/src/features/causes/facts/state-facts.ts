import type { StateFact } from '@gwanje/domain/causes/facts';
import { stateKindOf } from '@gwanje/kinds/registry';
import { z } from 'zod';
import { relationOf, type Subject } from '../subject/subject.ts';
import type { StateRow } from './fact-repository.ts';

const Changes = z.array(
  z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
);

/** The stored changes of objects that are related to the subject. */
export function stateFacts(subject: Subject, rows: readonly StateRow[]): StateFact[] {
  const facts: StateFact[] = [];
  for (const row of rows) {
    const kind = stateKindOf(row.kind);
    const object = { kind, id: row.objectId, name: row.name, namespace: row.namespace };
    const relation = relationOf(subject, object);
    const changes = Changes.safeParse(row.changes);
    if (relation === null || !changes.success) continue;
    facts.push({
      object: { ...object, hostId: subject.hostId, relation },
      atMs: row.atMs,
      changes: changes.data,
      record: row.kind,
      createdMs: row.createdMs,
      isOwned: row.ownerName !== null,
      desiredCnt: row.desiredCnt,
      updatedCnt: row.updatedCnt,
    });
  }
  return facts;
}
