import type { World } from '../views/world.ts';

/** Pod counts of namespaces and workloads, by cluster index and text ref. */
export class PodCounts {
  readonly #ofNamespaces = new Map<string, number>();
  readonly #ofOwners = new Map<string, number>();

  constructor({ pod }: World) {
    const { namespace, ownerKind, ownerName } = pod.state;
    for (let slot = 0; slot < pod.end; slot++) {
      if (pod.ids.at(slot) === 0 || !pod.isAlive(slot)) continue;
      const inNamespace = `${pod.cluster.at(slot)}/${namespace.at(slot)}`;
      add(this.#ofNamespaces, inNamespace);
      if (ownerName.at(slot) !== 0)
        add(this.#ofOwners, `${inNamespace}/${ownerKind.at(slot)}/${ownerName.at(slot)}`);
    }
  }

  ofNamespace(cluster: number, nameRef: number): number {
    return this.#ofNamespaces.get(`${cluster}/${nameRef}`) ?? 0;
  }

  ofOwner(cluster: number, namespaceRef: number, kindRef: number, nameRef: number): number {
    return this.#ofOwners.get(`${cluster}/${namespaceRef}/${kindRef}/${nameRef}`) ?? 0;
  }
}

function add(cnts: Map<string, number>, key: string): void {
  cnts.set(key, (cnts.get(key) ?? 0) + 1);
}
