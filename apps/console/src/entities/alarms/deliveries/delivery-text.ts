import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import type { Translate } from '#core/i18n/i18n.ts';
import './delivery-messages.ts';

/** A sentence, and the detail: a status, an error code, an address, or what another party wrote. */
export function deliveryText({ why, detail }: DeliveryNote, t: Translate): string {
  if (why === 'partlyRefused') return t('deliveries.note.partlyRefused', { detail: detail ?? '' });
  const text = t(`deliveries.note.${why}`);
  return detail ? `${text} (${isolated(detail)})` : text;
}

/** Text in another direction does not turn the sentence around. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
