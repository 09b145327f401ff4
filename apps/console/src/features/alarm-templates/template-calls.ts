import { getTemplate, listTemplateHistory, listTemplates } from '@gwanje/contract/alarms/alarm-templates';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import type { ItemEntry } from '#entities/alarm-items/item-draft.ts';

export type Template = ResponseOf<typeof getTemplate>;

/** No reload when the user goes back and forth; other users' changes appear after this time. */
const FRESH_MS = 5_000;

export function templateQuery(id: number) {
  return apiQuery(getTemplate, { params: { id } }, { staleMs: FRESH_MS });
}

export async function invalidateTemplates(): Promise<void> {
  await invalidate([listTemplates, getTemplate, listTemplateHistory]);
}

/** A template inherits only the product's standard settings. */
export function entriesOf({ itemList }: Pick<Template, 'itemList'>): ItemEntry[] {
  return itemList.map(({ itemKey, setting, origin }) => ({
    itemKey,
    setting,
    origin,
    inherited: alarmItems[itemKey].standard,
    inheritedOrigin: 'standard',
  }));
}
