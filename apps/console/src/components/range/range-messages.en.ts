import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { range as ko } from './range-messages.ko.ts';

export const range: SameKeys<typeof ko> = {
  label: 'Time range',
  last15m: 'Last 15 minutes',
  last1h: 'Last 1 hour',
  last3h: 'Last 3 hours',
  last6h: 'Last 6 hours',
  last12h: 'Last 12 hours',
  last24h: 'Last 24 hours',
  last7d: 'Last 7 days',
  last30d: 'Last 30 days',
  custom: 'Custom range',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  wrong: 'The end must be after the start. Please check date and time.',
  compare: 'Compare',
  compareNone: 'No comparison',
  compareDay: 'Compare with the day before',
  compareWeek: 'Compare with the week before',
};
