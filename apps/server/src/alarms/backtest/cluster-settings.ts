import type { AlarmItemKey, AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import { effectiveSetting } from '@gwanje/domain/alarms/settings';
import type { SetItem } from './replay.ts';

export interface BacktestCluster {
  readonly hostId: number;
  readonly name: string;
}

/** A cluster with its own settings and those of its objects. */
export class ClusterSettings {
  readonly cluster: BacktestCluster;
  readonly #template: AlarmSettings;
  /** By object id; 0 is the cluster itself. */
  readonly #own: ReadonlyMap<number, AlarmSettings>;

  constructor(cluster: BacktestCluster, template: AlarmSettings, own: ReadonlyMap<number, AlarmSettings>) {
    this.cluster = cluster;
    this.#template = template;
    this.#own = own;
  }

  /** True when the item is on for the cluster or for one of its objects. */
  isOnSomewhere(key: AlarmItemKey): boolean {
    return (
      this.#setting(key, null).isOn ||
      [...this.#own.values()].some((settings) => settings[key]?.isOn === true)
    );
  }

  /** The items that are on for an object; null: for the cluster itself. */
  itemsOn<Target extends AlarmTarget>(target: Target, objectId: number | null): SetItem<Target>[] {
    return itemsOf(target).flatMap((item) => {
      const setting = this.#setting(item.key, objectId);
      return setting.isOn ? [{ item, setting }] : [];
    });
  }

  #setting(key: AlarmItemKey, objectId: number | null) {
    const layers = { template: this.#template, cluster: this.#own.get(0) ?? {} };
    const object = objectId === null ? undefined : this.#own.get(objectId);
    return effectiveSetting(key, { ...layers, object }).setting;
  }
}
