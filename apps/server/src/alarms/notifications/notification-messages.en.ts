import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { ko } from './notification-messages.ko.ts';

export const en: SameKeys<typeof ko> = {
  reason: {
    occurred: 'Occurred',
    worsened: 'Became critical',
    reoccurred: 'Occurred again',
    unfolded: 'Outlived its cause',
    recovered: 'Recovered',
    closed: 'Closed',
    escalated: 'Not acknowledged',
    summary: 'Summary',
    test: 'Test',
  },
  summary: {
    quiet: '{{cnt}} alarms during quiet hours',
    flood: '{{cnt}} alarms at once',
    more: 'and {{cnt}} more',
  },
  line: {
    cluster: 'Cluster',
    target: 'Target',
    value: 'Value / threshold',
    occurredAt: 'Occurred',
    state: 'State',
    link: 'Open in Gwanje',
    cause: 'What changed',
    recall: 'Handled before',
  },
};
