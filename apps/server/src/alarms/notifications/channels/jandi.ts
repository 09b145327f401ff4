import { translate } from '../notification-messages.ts';
import { postChannel } from './channel.ts';

/** A message of a JANDI connect. `[[text]](address)` is a link there, so brackets in values are escaped. */
export const jandi = postChannel(
  'jandi',
  (language) => ({
    body: '[[{{level}} · {{item}}]]({{link}})',
    connectColor: '{{color}}',
    connectInfo: [
      { title: '{{summary}}' },
      { title: translate[language]('line.cluster'), description: '{{cluster}} {{namespace}} {{name}}' },
      { title: translate[language]('line.value'), description: '{{value}} / {{threshold}}' },
      { title: translate[language]('line.occurredAt'), description: '{{occurredTime}}' },
    ],
  }),
  {
    escapeValue: (value) => value.replace(/[[\]]/g, (bracket) => (bracket === '[' ? '［' : '］')),
    headers: { accept: 'application/vnd.tosslab.jandi-v2+json' },
  },
);
