import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';

/** The owners of clusters, as the table `cluster_owner` has them. Clusters without an owner belong to nobody. */
export class TestOwners {
  readonly #owners = new Map<number, string>();

  move(hostId: number, replica: string): void {
    this.#owners.set(hostId, replica);
  }

  /** `owns` differs from the table while the replica has not noticed a move. */
  of(replica: string, owns = (hostId: number) => this.#owners.get(hostId) === replica): Ownership {
    const fence = async (hostIds: Iterable<number>) => {
      const moved = [...hostIds].filter((hostId) => this.#owners.get(hostId) !== replica);
      if (moved.length > 0) throw new NotOwnerError(moved);
    };
    return {
      owns,
      fence: (_trx, hostIds) => fence(hostIds),
      async fenceCommit(_trx, hostIds) {
        const all = [...hostIds];
        await fence(all);
        return new Map(all.map((hostId) => [hostId, 1]));
      },
    };
  }
}
