import type { LiveTables } from './live-tables.ts';

/** Pods and workloads of each namespace, pods of each workload; by cluster index and text ref. */
export class ObjectCounts {
  readonly #podsOfNamespaces = new Map<string, number>();
  readonly #podsOfOwners = new Map<string, number>();
  readonly #workloadsOfNamespaces = new Map<string, number>();

  constructor({ pod, workload }: LiveTables) {
    const { namespace, ownerKind, ownerName } = pod.state;
    for (let slot = 0; slot < pod.end; slot++) {
      if (pod.ids.at(slot) === 0 || !pod.isAlive(slot)) continue;
      const inNamespace = `${pod.cluster.at(slot)}/${namespace.at(slot)}`;
      add(this.#podsOfNamespaces, inNamespace);
      if (ownerName.at(slot) !== 0)
        add(this.#podsOfOwners, `${inNamespace}/${ownerKind.at(slot)}/${ownerName.at(slot)}`);
    }
    for (let slot = 0; slot < workload.end; slot++) {
      if (workload.ids.at(slot) === 0 || !workload.isAlive(slot)) continue;
      add(this.#workloadsOfNamespaces, `${workload.cluster.at(slot)}/${workload.state.namespace.at(slot)}`);
    }
  }

  podsOfNamespace(cluster: number, nameRef: number): number {
    return this.#podsOfNamespaces.get(`${cluster}/${nameRef}`) ?? 0;
  }

  workloadsOfNamespace(cluster: number, nameRef: number): number {
    return this.#workloadsOfNamespaces.get(`${cluster}/${nameRef}`) ?? 0;
  }

  podsOfOwner(cluster: number, namespaceRef: number, kindRef: number, nameRef: number): number {
    return this.#podsOfOwners.get(`${cluster}/${namespaceRef}/${kindRef}/${nameRef}`) ?? 0;
  }
}

function add(cnts: Map<string, number>, key: string): void {
  cnts.set(key, (cnts.get(key) ?? 0) + 1);
}
