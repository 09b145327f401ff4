import type { Db } from '@gwanje/backend/database/schema';
import type { Ack } from '@gwanje/kinds/batch';
import type { ManifestCheck } from '../apply/manifests.ts';
import { newestHashes } from './manifest-repository.ts';

export type ManifestAnswer = NonNullable<Ack['manifests']>;

/** After an update of all agents, hundreds of clusters send their manifests for the first time. */
const WANTED_PER_SECOND = 1000;

/** The server stores manifests and has answered no check. */
export const NO_CHECKS: ManifestAnswer = { checkedCnt: 0, wantedUids: [] };

/** Answers which manifests the server lacks. It asks all agents together for a limited number a second. */
export class ManifestChecks {
  readonly #db: Db;
  readonly #nowMs: () => number;
  readonly #perSecond: number;
  #secondMs = 0;
  #wantedCnt = 0;

  constructor(db: Db, nowMs: () => number, perSecond = WANTED_PER_SECOND) {
    this.#db = db;
    this.#nowMs = nowMs;
    this.#perSecond = perSecond;
  }

  async answer(checks: readonly ManifestCheck[]): Promise<ManifestAnswer> {
    if (checks.length === 0) return NO_CHECKS;
    const stored = await newestHashes(
      this.#db,
      checks.flatMap(({ objectId }) => objectId ?? []),
    );
    const wantedUids: string[] = [];
    for (const [index, { objectId, uid, hash }] of checks.entries()) {
      if (objectId === undefined || stored.get(objectId) === hash) continue;
      if (!this.#take()) return { checkedCnt: index, wantedUids };
      wantedUids.push(uid);
    }
    return { checkedCnt: checks.length, wantedUids };
  }

  #take(): boolean {
    const nowMs = this.#nowMs();
    if (Math.abs(nowMs - this.#secondMs) >= 1000) {
      this.#secondMs = nowMs;
      this.#wantedCnt = 0;
    }
    this.#wantedCnt += 1;
    return this.#wantedCnt <= this.#perSecond;
  }
}
