import { translate } from '../notification-messages.ts';
import { postChannel } from './channel.ts';

/** An adaptive card. Its text is Markdown, in which a line ends with two line breaks. */
export const teams = postChannel(
  'teams',
  (language) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: '[{{level}}] {{item}}' },
            { type: 'TextBlock', wrap: true, text: '{{summary}}' },
            {
              type: 'FactSet',
              facts: [
                { title: translate[language]('line.cluster'), value: '{{cluster}}' },
                { title: translate[language]('line.target'), value: '{{namespace}} {{name}}' },
                { title: translate[language]('line.value'), value: '{{value}} / {{threshold}}' },
                { title: translate[language]('line.occurredAt'), value: '{{occurredTime}}' },
                { title: translate[language]('line.state'), value: '{{state}}' },
              ],
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: translate[language]('line.link'), url: '{{link}}' }],
        },
      },
    ],
  }),
  {
    escapeValue: (value) => value.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&').replaceAll('\n', '\n\n'),
  },
);
