import { type Channel, inBothLanguages, lineLabels } from './channel.ts';
import { DeliveryFailure } from './delivery-failure.ts';

/** Plain text, sent through the installation's mail server. */
export const email: Channel<'email'> = {
  key: 'email',
  defaultBody: inBothLanguages((language) =>
    [
      '{{summary}}',
      '',
      `${lineLabels.cluster[language]}: {{cluster}}`,
      `${lineLabels.target[language]}: {{namespace}} {{name}}`,
      `${lineLabels.value[language]}: {{value}} / {{threshold}}`,
      `${lineLabels.occurredAt[language]}: {{occurredAt}}`,
      `${lineLabels.state[language]}: {{state}}`,
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
    const note = refused.length > 0 ? `refused for ${refused.length} of ${recipients.length}` : null;
    return { status: null, note };
  },
};
