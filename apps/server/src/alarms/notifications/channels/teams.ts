import { lineLabels, postChannel } from './channel.ts';

/** An adaptive card. Its text is Markdown. */
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
                { title: lineLabels.cluster[language], value: '{{cluster}}' },
                { title: lineLabels.target[language], value: '{{namespace}} {{name}}' },
                { title: lineLabels.value[language], value: '{{value}} / {{threshold}}' },
                { title: lineLabels.occurredAt[language], value: '{{occurredAt}}' },
                { title: lineLabels.state[language], value: '{{state}}' },
              ],
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: lineLabels.link[language], url: '{{link}}' }],
        },
      },
    ],
  }),
  (value) => value.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&'),
);
