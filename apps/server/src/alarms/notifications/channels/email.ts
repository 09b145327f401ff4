import { DeliveryFailure } from '../clients/delivery-failure.ts';
import { translate } from '../notification-messages.ts';
import { type Channel, inBothLanguages, refusalNote } from './channel.ts';

/** Plain text, sent through the installation's mail server. */
export const email: Channel<'email'> = {
  key: 'email',
  defaultBody: inBothLanguages((language) =>
    [
      '{{summary}}',
      '',
      `${translate[language]('line.cluster')}: {{cluster}}`,
      `${translate[language]('line.target')}: {{namespace}} {{name}}`,
      `${translate[language]('line.value')}: {{value}} / {{threshold}}`,
      `${translate[language]('line.occurredAt')}: {{occurredTime}}`,
      `${translate[language]('line.state')}: {{state}}`,
      '',
      '{{link}}',
    ].join('\n'),
  ),
  bodyFormat: 'text',
  escapeValue: (value) => value,
  isAvailable: ({ mail }) => mail !== undefined,
  async send({ deliveryId, address, text, variables }, { mail }) {
    if (!mail) throw new DeliveryFailure('noMailServer', 'no mail server is set up');
    const recipients = address.recipientList ?? [];
    const [subject = ''] = variables.summary.split('\n');
    const { refused } = await mail.send({ messageId: deliveryId, recipients, subject, text });
    return { status: null, note: refusalNote(refused.length, recipients.length) };
  },
};
