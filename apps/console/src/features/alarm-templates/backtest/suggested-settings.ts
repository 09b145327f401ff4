import type { ItemDraft } from '#entities/alarm-items/item-draft.ts';

/** Settings suggested by a backtest, held only until the form takes them. */
let waiting: { readonly alarmTemplateId: number; readonly draft: ItemDraft } | null = null;

export function suggest(alarmTemplateId: number, draft: ItemDraft): void {
  waiting = { alarmTemplateId, draft };
}

export function takeSuggestions(alarmTemplateId: number): ItemDraft | null {
  const found = waiting?.alarmTemplateId === alarmTemplateId ? waiting.draft : null;
  waiting = null;
  return found;
}
