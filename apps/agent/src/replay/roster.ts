import type { Roster } from './moment.ts';

/** What is on a node, with all that follows from it: the names go out with every moment, and change seldom. */
export class KnownRoster {
  readonly hasCadvisor: boolean;
  readonly podCnt: number;
  readonly containerCnt: number;
  /** As the simulator tells them: one that several pods of the node mount comes several times. */
  readonly claimCnt: number;
  /** A claim that several pods mount is one file system: the first of each. */
  readonly claimRows: readonly number[];
  /** Members of JSON arrays. */
  readonly podUids: string;
  readonly containerPodUids: string;
  readonly containerNames: string;
  readonly claimNamespaces: string;
  readonly claimNames: string;
  readonly #podKeys: readonly string[];
  readonly #containerKeys: readonly string[];

  constructor({ hasCadvisor, podUids, containers, claims }: Roster) {
    const podUidsOfContainers = containers.podAt.map((at) => podUids[at] ?? '');
    this.hasCadvisor = hasCadvisor;
    this.podCnt = podUids.length;
    this.containerCnt = containers.name.length;
    this.claimCnt = claims.name.length;
    const claimKeys = claims.name.map((name, index) => `${claims.namespace[index]}/${name}`);
    this.claimRows = claimKeys.flatMap((key, index) => (claimKeys.indexOf(key) === index ? [index] : []));
    this.podUids = membersOf(podUids);
    this.containerPodUids = membersOf(podUidsOfContainers);
    this.containerNames = membersOf(containers.name);
    this.claimNamespaces = membersOf(this.claimRows.map((row) => claims.namespace[row] ?? ''));
    this.claimNames = membersOf(this.claimRows.map((row) => claims.name[row] ?? ''));
    this.#podKeys = podUids;
    this.#containerKeys = containers.name.map((name, index) => `${podUidsOfContainers[index]} ${name}`);
  }

  podPlacesIn(before: KnownRoster): Int32Array {
    return placesOf(this.#podKeys, before.#podKeys);
  }

  containerPlacesIn(before: KnownRoster): Int32Array {
    return placesOf(this.#containerKeys, before.#containerKeys);
  }
}

function membersOf(texts: readonly string[]): string {
  return JSON.stringify(texts).slice(1, -1);
}

/** Where each of them was; -1 where it was not. */
function placesOf(keys: readonly string[], before: readonly string[]): Int32Array {
  const places = new Map(before.map((key, index) => [key, index]));
  return Int32Array.from(keys, (key) => places.get(key) ?? -1);
}
