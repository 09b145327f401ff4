import { type Channel, inBothLanguages, postJson } from './channel.ts';

/**
 * Kakao AlimTalk through an HTTP relay of the customer's provider. Kakao sends only texts that it approved before, and each
 * provider names the fields differently, so an admin replaces the default body by the one of the provider, with the
 * approved template. The relay gets one request for each telephone number, with the webhook's key as Authorization header.
 * Its answer says whether it accepted the message; what Kakao reports later comes to `{{receiptUrl}}`.
 */
export const kakaoRelay: Channel<'kakaoRelay'> = {
  key: 'kakaoRelay',
  defaultBody: inBothLanguages(() =>
    JSON.stringify(
      {
        messageId: '{{deliveryId}}',
        to: '{{recipient}}',
        templateCode: 'TEMPLATE_CODE',
        templateParameter: {
          level: '{{level}}',
          cluster: '{{cluster}}',
          name: '{{name}}',
          item: '{{item}}',
          occurredAt: '{{occurredTime}}',
        },
        callbackUrl: '{{receiptUrl}}',
      },
      null,
      2,
    ),
  ),
  bodyFormat: 'json',
  escapeValue: (value) => value,
  isPerRecipient: true,
  isAvailable: () => true,
  send: (message, clients) => postJson(message, clients, { authorization: message.address.secret ?? '' }),
};
