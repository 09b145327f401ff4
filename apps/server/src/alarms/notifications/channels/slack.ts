import { postChannel } from './channel.ts';

export const slack = postChannel(
  'slack',
  () => ({
    text: '{{summary}}',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: '[{{level}}] {{item}}' } },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*{{cluster}}*\n{{namespace}} {{name}}' },
          { type: 'mrkdwn', text: '{{value}} / {{threshold}}\n{{occurredAt}}' },
        ],
      },
      { type: 'section', text: { type: 'mrkdwn', text: '{{state}} · <{{link}}|{{alarmId}}>' } },
    ],
  }),
  {
    escapeValue: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
);
