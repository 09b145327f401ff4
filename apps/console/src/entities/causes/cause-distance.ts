import { formatSpan } from '@gwanje/domain/formats/time';
import type { Texts } from '#core/i18n/i18n.ts';
import './cause-messages.ts';

/** `알람 2분 10초 전`: the time of a change, seen from the alarm. */
export function distanceText(distanceS: number, { t, language }: Texts): string {
  const span = formatSpan(Math.abs(Math.round(distanceS)), language);
  return t(distanceS < 0 ? 'causeView.after' : 'causeView.before', { span });
}
