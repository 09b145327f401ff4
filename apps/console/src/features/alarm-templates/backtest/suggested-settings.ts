import type { ItemDraft } from '#entities/alarm-items/item-draft.ts';

/** What a backtest suggested, on its way to the form: it lives no longer than that. */
let waiting: { readonly alarmTemplateId: number; readonly draft: ItemDraft } | null = null;

export function suggest(alarmTemplateId: number, draft: ItemDraft): void {
  waiting = { alarmTemplateId, draft };
}

export function takeSuggestions(alarmTemplateId: number): ItemDraft | null {
  const found = waiting?.alarmTemplateId === alarmTemplateId ? waiting.draft : null;
  waiting = null;
  return found;
}
