import { DeliveryFailure } from '../clients/delivery-failure.ts';
import { type Channel, inBothLanguages, postJson } from './channel.ts';

/**
 * An event of the Events API v2, which PagerDuty and compatible services accept. All messages about one alarm have the same
 * `dedup_key`: a later one acknowledges or resolves the incident of the first. The routing key is added when the message is
 * sent, so that no body contains it.
 */
export const pagerDuty: Channel<'pagerDuty'> = {
  key: 'pagerDuty',
  defaultBody: inBothLanguages(() =>
    JSON.stringify(
      {
        event_action: '{{action}}',
        dedup_key: 'gwanje-{{alarmId}}',
        payload: {
          summary: '{{summary}}',
          source: '{{cluster}}',
          severity: '{{severity}}',
          component: '{{name}}',
          group: '{{namespace}}',
          class: '{{item}}',
          custom_details: { value: '{{value}}', threshold: '{{threshold}}', state: '{{state}}' },
        },
        links: [{ href: '{{link}}', text: 'Gwanje' }],
      },
      null,
      2,
    ),
  ),
  bodyFormat: 'json',
  escapeValue: (value) => value,
  isAvailable: () => true,
  send(message, clients) {
    if (!message.contentType.startsWith('application/json'))
      throw new DeliveryFailure('body', 'the body of the webhook is not JSON');
    const text = JSON.stringify({ ...JSON.parse(message.text), routing_key: message.address.secret });
    return postJson({ ...message, text }, clients);
  },
};
