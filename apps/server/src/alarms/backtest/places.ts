import type { Database } from '@gwanje/backend/database/schema';
import type { AlarmItemKey, AlarmSettings, AlarmTarget } from '@gwanje/contract/alarm-items';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import { effectiveSetting } from '@gwanje/domain/alarms/settings';
import { type Kysely, sql } from 'kysely';
import { readSettings } from '../settings/setting-book.ts';
import type { SetItem } from './replay.ts';

export interface RehearsedCluster {
  readonly hostId: number;
  readonly name: string;
}

/** A cluster, and what it and its objects set themselves. */
export class Place {
  readonly cluster: RehearsedCluster;
  readonly #template: AlarmSettings;
  /** By object; the cluster's own under 0. */
  readonly #own: ReadonlyMap<number, AlarmSettings>;

  constructor(cluster: RehearsedCluster, template: AlarmSettings, own: ReadonlyMap<number, AlarmSettings>) {
    this.cluster = cluster;
    this.#template = template;
    this.#own = own;
  }

  /** For the cluster, or for any object of it. */
  isOnSomewhere(key: AlarmItemKey): boolean {
    return (
      this.#setting(key, null).isOn ||
      [...this.#own.values()].some((settings) => settings[key]?.isOn === true)
    );
  }

  /** What is looked at of an object; null: of the cluster itself. */
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

export async function loadPlaces(
  db: Kysely<Database>,
  clusters: readonly RehearsedCluster[],
  template: AlarmSettings,
): Promise<Place[]> {
  const rows = await db
    .selectFrom('alarmSetting')
    .select(['hostId', 'objectId', 'settings'])
    .where(sql<boolean>`host_id = any(${clusters.map(({ hostId }) => hostId)}::int[])`)
    .execute();
  const byHost = Map.groupBy(rows, ({ hostId }) => hostId);
  return clusters.map((cluster) => {
    const own = byHost.get(cluster.hostId) ?? [];
    const settings = own.map(({ objectId, settings: json }) => [objectId, readSettings(json)] as const);
    return new Place(cluster, template, new Map(settings));
  });
}
