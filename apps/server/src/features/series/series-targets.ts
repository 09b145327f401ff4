import type { Db } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import type { MetricScope } from '@gwanje/kinds/registry';
import { HiddenObject } from '../../access/targets.ts';
import type { Scope } from '../../platform/http/identity/scope.ts';
import { listClusters, listObjects } from './series-repository.ts';

export interface SeriesTarget {
  readonly kind: MetricScope;
  readonly id: number;
  readonly name: string;
}

interface Wanted {
  readonly kind: MetricScope;
  readonly id: number;
}

/** Every target with its name, in request order. An absent or hidden one ends the call with 8003. */
export async function findTargets(db: Db, scope: Scope, wanted: readonly Wanted[]): Promise<SeriesTarget[]> {
  const known = new Map<string, { name: string; subGroupId: number }>();
  const hostIds = idsOf(wanted, (kind) => kind === 'cluster');
  const objectIds = idsOf(wanted, (kind) => kind !== 'cluster');
  if (hostIds.length > 0)
    for (const row of await listClusters(db, hostIds)) known.set(`cluster ${row.id}`, row);
  if (objectIds.length > 0)
    for (const row of await listObjects(db, objectIds)) known.set(`${row.kind} ${row.id}`, row);
  return wanted.map(({ kind, id }, index) => {
    const found = known.get(`${kind} ${id}`);
    const detail = { field: `targets.${index}.id` };
    if (!found) throw new AppError('notFound', detail);
    if (!scope.allowed.has(found.subGroupId)) throw new HiddenObject(kind, id, detail);
    return { kind, id, name: found.name };
  });
}

function idsOf(wanted: readonly Wanted[], isWanted: (kind: MetricScope) => boolean): number[] {
  return [...new Set(wanted.filter(({ kind }) => isWanted(kind)).map(({ id }) => id))];
}
