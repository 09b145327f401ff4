import { type AlarmItemKey, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import type { skipReasons } from '@gwanje/contract/alarms/backtest';
import type { Episode } from '@gwanje/domain/alarms/backtest';
import { itemsOf } from '@gwanje/domain/alarms/registry';

export interface BacktestEpisode extends Episode {
  readonly hostId: number;
  readonly clusterName: string;
  readonly objectId: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
}

export interface BacktestItem {
  readonly episodes: BacktestEpisode[];
  objectCnt: number;
  testedCnt: number;
}

export interface BacktestResult {
  readonly items: ReadonlyMap<AlarmItemKey, BacktestItem>;
  readonly skipped: ReadonlyMap<AlarmItemKey, (typeof skipReasons)[number]>;
}

/** Items whose input is not in the history. */
const NOT_STORED: ReadonlySet<AlarmItemKey> = new Set([
  'cluster.apiUnreachable',
  'cluster.statisticsMissing',
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
  'claim.daysUntilFull',
]);

/** Collects the episodes and counts of a backtest, by item. */
export class ResultCollector {
  readonly #items: ReadonlyMap<AlarmItemKey, BacktestItem>;

  constructor(isOn: (key: AlarmItemKey) => boolean) {
    const backtested = alarmItemKeys.filter((key) => !NOT_STORED.has(key) && isOn(key));
    this.#items = new Map(backtested.map((key) => [key, { episodes: [], objectCnt: 0, testedCnt: 0 }]));
  }

  /** True when the item is backtested. */
  has(key: AlarmItemKey): boolean {
    return this.#items.has(key);
  }

  count(target: AlarmTarget, objectCnt: number, testedCnt: number): void {
    for (const { key } of itemsOf(target)) {
      const item = this.#items.get(key);
      if (!item) continue;
      item.objectCnt += objectCnt;
      item.testedCnt += testedCnt;
    }
  }

  add(key: AlarmItemKey, episode: BacktestEpisode): void {
    this.#items.get(key)?.episodes.push(episode);
  }

  result(): BacktestResult {
    const items = new Map<AlarmItemKey, BacktestItem>();
    const skipped = new Map<AlarmItemKey, (typeof skipReasons)[number]>();
    for (const key of alarmItemKeys) {
      const item = this.#items.get(key);
      if (!item) skipped.set(key, NOT_STORED.has(key) ? 'notStored' : 'off');
      else if (item.testedCnt === 0 && item.objectCnt > 0) skipped.set(key, 'timeLimit');
      else items.set(key, item);
    }
    return { items, skipped };
  }
}
