import { sourceOf } from '@gwanje/kinds/registry';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { LiveTables } from './live-tables.ts';

/** The id of an existing object by cluster index and text refs. Reads each cluster once, when first asked. */
function idsByName(table: Table, refsOf: (slot: number) => string) {
  const idsOfClusters = new Map<number, Map<string, number>>();
  return (clusterIndex: number, refs: string): number | null => {
    const known = idsOfClusters.get(clusterIndex);
    if (known !== undefined) return known.get(refs) ?? null;
    const ids = new Map<string, number>();
    for (let slot = table.first(clusterIndex); slot !== NO_SLOT; slot = table.next(slot))
      if (table.isAlive(slot)) ids.set(refsOf(slot), table.ids.get(slot));
    idsOfClusters.set(clusterIndex, ids);
    return ids.get(refs) ?? null;
  };
}

/** Finds the ids of namespaces by name. */
export function namespaceFinder({ namespace }: LiveTables) {
  const idOf = idsByName(namespace, (slot) => `${namespace.state.name.at(slot)}`);
  return (clusterIndex: number, nameRef: number) => idOf(clusterIndex, `${nameRef}`);
}

/** Text refs of an object's owner: a pod's workload, or the cron job of a job. */
interface OwnerRefs {
  readonly namespaceRef: number;
  readonly kindRef: number;
  readonly nameRef: number;
}

/** Finds the ids of workloads. An owner of another kind, as of a custom controller, has none. */
export function workloadFinder({ workload, strings }: LiveTables) {
  const { type, ...refs } = workload.state;
  const kindRefs = workloadTypes.map((one) => strings.find(sourceOf(one).kubernetesKind));
  const idOf = idsByName(
    workload,
    (slot) => `${refs.namespace.at(slot)}/${kindRefs[type.at(slot)]}/${refs.name.at(slot)}`,
  );
  return (clusterIndex: number, { namespaceRef, kindRef, nameRef }: OwnerRefs) =>
    idOf(clusterIndex, `${namespaceRef}/${kindRef}/${nameRef}`);
}
