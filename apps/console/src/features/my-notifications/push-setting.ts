import { getPushSetting } from '@gwanje/contract/alarms/push';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';

export const pushSettingQuery = apiQuery(getPushSetting, {}, { staleMs: 5_000 });
export type PushSetting = ResponseOf<typeof getPushSetting>;

export function reloadPushSetting(): Promise<void> {
  return invalidate([getPushSetting]);
}
