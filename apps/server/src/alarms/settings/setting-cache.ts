import type { Db } from '@gwanje/backend/database/schema';
import {
  AlarmItemKey,
  AlarmSetting,
  type AlarmSettings,
  type AlarmItemKey as ItemKey,
} from '@gwanje/contract/alarms/alarm-items';
import { type EffectiveSetting, effectiveSetting } from '@gwanje/domain/alarms/registry';
import { listEventAlarms, listOwnSettings, listTemplateSettings } from './setting-repository.ts';

export type EventAlarm = Awaited<ReturnType<typeof listEventAlarms>>[number];

interface HostSettings {
  readonly template: AlarmSettings;
  cluster: AlarmSettings;
  readonly objects: Map<number, AlarmSettings>;
  readonly eventAlarms: EventAlarm[];
}

/** An item that cannot be parsed, such as one of another version, is treated as not set. */
export function readSettings(json: unknown): AlarmSettings {
  const settings: AlarmSettings = {};
  for (const [key, value] of Object.entries(typeof json === 'object' && json !== null ? json : {})) {
    const itemKey = AlarmItemKey.safeParse(key).data;
    const setting = AlarmSetting.safeParse(value).data;
    if (itemKey && setting) settings[itemKey] = setting;
  }
  return settings;
}

function hostSettings(template: AlarmSettings): HostSettings {
  return { template, cluster: {}, objects: new Map(), eventAlarms: [] };
}

function addOwnSettings(
  hosts: ReadonlyMap<number, HostSettings>,
  rows: Awaited<ReturnType<typeof listOwnSettings>>,
): void {
  for (const { hostId, objectId, settings } of rows) {
    const host = hosts.get(hostId);
    if (!host) continue;
    if (objectId === 0) host.cluster = readSettings(settings);
    else host.objects.set(objectId, readSettings(settings));
  }
}

/** The alarm settings of every cluster, as they were last loaded. */
export class SettingCache {
  #hosts = new Map<number, HostSettings>();

  async load(db: Db): Promise<void> {
    const templates = new Map<number, AlarmSettings>();
    const hosts = new Map<number, HostSettings>();
    for (const { hostId, alarmTemplateId, settings } of await listTemplateSettings(db)) {
      const template = templates.get(alarmTemplateId) ?? readSettings(settings);
      templates.set(alarmTemplateId, template);
      hosts.set(hostId, hostSettings(template));
    }
    addOwnSettings(hosts, await listOwnSettings(db));
    for (const rule of await listEventAlarms(db)) hosts.get(rule.hostId)?.eventAlarms.push(rule);
    this.#hosts = hosts;
  }

  /** The settings of some clusters, as if they had this template. */
  async loadWithTemplate(db: Db, hostIds: readonly number[], template: AlarmSettings): Promise<void> {
    this.#hosts = new Map(hostIds.map((hostId) => [hostId, hostSettings(template)]));
    addOwnSettings(this.#hosts, await listOwnSettings(db, hostIds));
  }

  /** The setting of a cluster, and of its objects without their own setting. */
  ofCluster(hostId: number, key: ItemKey): EffectiveSetting {
    const host = this.#hosts.get(hostId);
    return effectiveSetting(key, { template: host?.template ?? {}, cluster: host?.cluster ?? {} });
  }

  /** Objects with their own setting of the item. */
  overrides(hostId: number, key: ItemKey): ReadonlyMap<number, AlarmSetting> | null {
    let found: Map<number, AlarmSetting> | null = null;
    for (const [objectId, settings] of this.#hosts.get(hostId)?.objects ?? []) {
      const setting = settings[key];
      if (!setting) continue;
      found ??= new Map();
      found.set(objectId, setting);
    }
    return found;
  }

  /** The setting of an object, or of the cluster itself. */
  settingOf(hostId: number, key: ItemKey, objectId: number | null): AlarmSetting {
    const own = objectId === null ? undefined : this.#hosts.get(hostId)?.objects.get(objectId)?.[key];
    return own ?? this.ofCluster(hostId, key).setting;
  }

  /** True when the item is on for the cluster or for one of its objects. */
  isOnSomewhere(hostId: number, key: ItemKey): boolean {
    const overrides = [...(this.overrides(hostId, key)?.values() ?? [])];
    return this.ofCluster(hostId, key).setting.isOn || overrides.some(({ isOn }) => isOn);
  }

  eventAlarms(hostId: number): readonly EventAlarm[] {
    return this.#hosts.get(hostId)?.eventAlarms ?? [];
  }
}
