import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { getClusterAlarmSetting, updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { kinds } from '@gwanje/kinds/registry';
import type { z } from 'zod';
import { callWith } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';

export type SettingInfo = ResponseOf<typeof getClusterAlarmSetting>;

interface Update {
  readonly settings: AlarmSettings;
  readonly version: number;
}

/** Long enough to go back and forth, short enough to show other users' changes. */
const fresh = { staleMs: 5_000 };

const calls = { ...callsOfKinds, getClusterAlarmSetting, updateClusterAlarmSetting, updateClusters };

type Reading = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<SettingInfo>>;

/** The calls that load and save the form of a target. */
export function settingCalls(target: AlarmTarget) {
  const name = capitalised(target);
  const { idName } = kinds[target];
  const get: Reading = calls[`get${name}AlarmSetting`];
  const update: Endpoint = calls[`update${name}AlarmSetting`];
  const updateObjects: Endpoint = calls[`update${name}s`];
  return {
    idName,
    query: (id: number) => apiQuery(get, { params: { [idName]: id } }, fresh),
    save: (id: number, body: Update) => callWith(update, { params: { [idName]: id }, body }),
    watch: (id: number, isMonitored: boolean) =>
      callWith(updateObjects, { body: [{ [idName]: id, isMonitored }] }),
  };
}
