import type { EventFact } from '@gwanje/domain/causes/facts';
import type { CauseKind } from '@gwanje/kinds/calls/causes';
import { kindOfKubernetes } from '@gwanje/kinds/registry';
import { relationOf, type Subject } from '../subject/subject.ts';
import type { EventRow } from './fact-repository.ts';

/** Events of objects that are related to the subject. */
export function eventFacts(subject: Subject, rows: readonly EventRow[]): EventFact[] {
  return rows.flatMap((row) => {
    const object = {
      kind: row.objectId === null ? null : kindOfKubernetes(row.objectKind),
      id: row.objectId,
      name: row.objectName,
      namespace: row.objectNamespace,
    };
    const relation = relationOf(subject, { ...object, kind: kindOf(row.objectKind) });
    if (relation === null) return [];
    return {
      object: { ...object, hostId: subject.hostId, relation },
      objectKind: row.objectKind,
      type: row.type,
      reason: row.reason,
      message: row.message,
      cnt: row.count,
      firstMs: row.firstAt.getTime(),
      lastMs: row.lastAt.getTime(),
    };
  });
}

/** A replica set is as near to its workload as the pods that it makes. */
function kindOf(kubernetesKind: string): CauseKind | null {
  return kubernetesKind === 'ReplicaSet' ? 'pod' : kindOfKubernetes(kubernetesKind);
}
