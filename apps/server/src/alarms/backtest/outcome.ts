import { type AlarmItemKey, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarm-items';
import type { skipReasons } from '@gwanje/contract/rehearsal';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import type { Episode } from '@gwanje/domain/alarms/rehearsal';

export interface RehearsedEpisode extends Episode {
  readonly hostId: number;
  readonly clusterName: string;
  readonly objectId: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
}

export interface RehearsedItem {
  readonly episodes: RehearsedEpisode[];
  objectCnt: number;
  rehearsedCnt: number;
}

export interface RehearsalAnswer {
  readonly items: ReadonlyMap<AlarmItemKey, RehearsedItem>;
  readonly skipped: ReadonlyMap<AlarmItemKey, (typeof skipReasons)[number]>;
}

/** What these look at is known of now alone. */
const NOT_STORED: ReadonlySet<AlarmItemKey> = new Set([
  'cluster.apiUnreachable',
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
  'claim.daysUntilFull',
]);

/** What a rehearsal has found so far, by item. */
export class Outcome {
  readonly #items: ReadonlyMap<AlarmItemKey, RehearsedItem>;

  constructor(isOn: (key: AlarmItemKey) => boolean) {
    const rehearsed = alarmItemKeys.filter((key) => !NOT_STORED.has(key) && isOn(key));
    this.#items = new Map(rehearsed.map((key) => [key, { episodes: [], objectCnt: 0, rehearsedCnt: 0 }]));
  }

  /** Whether it is rehearsed at all. */
  has(key: AlarmItemKey): boolean {
    return this.#items.has(key);
  }

  count(target: AlarmTarget, objectCnt: number, rehearsedCnt: number): void {
    for (const { key } of itemsOf(target)) {
      const item = this.#items.get(key);
      if (!item) continue;
      item.objectCnt += objectCnt;
      item.rehearsedCnt += rehearsedCnt;
    }
  }

  keep(key: AlarmItemKey, episode: RehearsedEpisode): void {
    this.#items.get(key)?.episodes.push(episode);
  }

  answer(): RehearsalAnswer {
    const items = new Map<AlarmItemKey, RehearsedItem>();
    const skipped = new Map<AlarmItemKey, (typeof skipReasons)[number]>();
    for (const key of alarmItemKeys) {
      const item = this.#items.get(key);
      if (!item) skipped.set(key, NOT_STORED.has(key) ? 'notStored' : 'off');
      else if (item.rehearsedCnt === 0 && item.objectCnt > 0) skipped.set(key, 'timeLimit');
      else items.set(key, item);
    }
    return { items, skipped };
  }
}
