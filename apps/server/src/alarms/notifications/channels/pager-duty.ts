import { DeliveryFailure } from '../clients/delivery-failure.ts';
import { type Channel, inBothLanguages, postJson } from './channel.ts';

/**
 * An event of the Events API v2, which PagerDuty and compatible services accept. All messages about one alarm have the same
 * `dedup_key`: a later one joins or resolves the incident of the first. A summary has a key of its own, so that it pages somebody,
 * and nothing resolves it. The routing key is added when the message is sent, so that no body contains it.
 */
export const pagerDuty: Channel<'pagerDuty'> = {
  key: 'pagerDuty',
  defaultBody: inBothLanguages(() =>
    JSON.stringify(
      {
        event_action: '{{action}}',
        dedup_key: '{{incident}}',
        payload: {
          summary: '{{summary}}',
          source: '{{cluster}}',
          severity: '{{severity}}',
          component: '{{name}}',
          group: '{{namespace}}',
          class: '{{item}}',
          custom_details: {
            value: '{{value}}',
            threshold: '{{threshold}}',
            state: '{{state}}',
            causes: '{{causes}}',
            recall: '{{recall}}',
          },
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
    const { payload, ...event } = JSON.parse(message.text);
    const shortened = { ...payload, summary: cut(payload?.summary) };
    const text = JSON.stringify({ ...event, payload: shortened, routing_key: message.address.secret });
    return postJson({ ...message, text }, clients);
  },
};

/** PagerDuty refuses a longer summary. */
const MAX_SUMMARY = 1024;

function cut(summary: unknown): unknown {
  if (typeof summary !== 'string' || summary.length <= MAX_SUMMARY) return summary;
  return `${summary.slice(0, MAX_SUMMARY - 1)}…`.toWellFormed();
}
