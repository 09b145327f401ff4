import { translate } from '../notification-messages.ts';
import { postChannel } from './channel.ts';

/** A message of the incoming webhook of Naver Works: a title, plain text and a button. */
export const naverWorks = postChannel('naverWorks', (language) => ({
  title: '[{{level}}] {{item}}',
  body: {
    text: [
      '{{summary}}',
      `${translate[language]('line.cluster')}: {{cluster}}`,
      `${translate[language]('line.value')}: {{value}} / {{threshold}}`,
      `${translate[language]('line.occurredAt')}: {{occurredTime}}`,
    ].join('\n'),
  },
  button: { label: translate[language]('line.link'), url: '{{link}}' },
}));
