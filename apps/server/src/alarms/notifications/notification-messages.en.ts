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
    escalated: '{{cnt}} alarms that nobody has acknowledged',
    more: 'and {{cnt}} more',
  },
  duty: {
    nobody: 'nobody on duty',
    now: 'On duty now: {{names}}',
    nobodyNow: 'Nobody is on duty now.',
    nobodyFor: 'Nobody is on duty now for: {{groups}}',
    step: 'Step {{step}} of ‘{{rota}}’, to: {{role}}',
    shortStep: 'step {{step}} of ‘{{rota}}’',
    skipped: 'Not reached: {{list}}',
    role: {
      first: 'first on duty',
      second: 'second on duty',
      lead: 'lead',
      next: 'people of the next shift',
    },
    why: {
      nobody: 'nobody',
      deleted: 'deleted user',
      suspended: 'suspended',
      noRight: 'no right to the group',
      noAddress: 'no e-mail address and no device',
      noMailServer: 'no mail server and no device',
    },
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
