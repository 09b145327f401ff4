import { translate } from '../notification-messages.ts';
import { postChannel } from './channel.ts';

type FieldLabel = `line.${'cluster' | 'target' | 'value' | 'occurredAt' | 'state'}`;

/** Text and a coloured attachment. Slack shows the text only of a message without blocks of its own. */
export const slack = postChannel(
  'slack',
  (language) => {
    const field = (label: FieldLabel, value: string) => ({
      type: 'mrkdwn',
      text: `*${translate[language](label)}*\n${value}`,
    });
    return {
      text: '{{summary}}',
      attachments: [
        {
          color: '{{color}}',
          blocks: [
            {
              type: 'section',
              fields: [
                field('line.cluster', '{{cluster}}'),
                field('line.target', '{{namespace}} {{name}}'),
                field('line.value', '{{value}} / {{threshold}}'),
                field('line.occurredAt', '{{occurredTime}}'),
                field('line.state', '{{state}}'),
              ],
            },
            {
              type: 'section',
              text: { type: 'mrkdwn', text: `<{{link}}|${translate[language]('line.link')}>` },
            },
          ],
        },
      ],
    };
  },
  {
    escapeValue: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
);
