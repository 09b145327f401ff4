import type { Address, ChannelKey } from '@gwanje/contract/alarms/channels';
import type { Language } from '@gwanje/domain/i18n/language';
import type { MessageVariables } from '../message-variables.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { MailClient } from './mail-client.ts';
import type { OutboundHttpClient } from './outbound-http-client.ts';

export type Texts = Readonly<Record<Language, string>>;

/** The receiver of a message, and the format of the message. */
export interface Target extends Address {
  readonly kind: ChannelKey;
  /** Null: the channel's default body. */
  readonly bodyTemplate: string | null;
  readonly language: Language;
}

/** A message as the channel sends it. */
export interface OutgoingMessage {
  readonly deliveryId: string;
  readonly address: Address;
  readonly contentType: string;
  readonly text: string;
  readonly variables: MessageVariables;
}

export interface SendResult {
  /** The receiver's HTTP status; null for a channel that has none. */
  readonly status: number | null;
  /** A partial failure, such as one refused recipient. */
  readonly note: string | null;
}

export interface ChannelClients {
  readonly http: Pick<OutboundHttpClient, 'post'>;
  /** Undefined: the installation has no mail server. */
  readonly mail: Pick<MailClient, 'send'> | undefined;
}

export interface Channel<Key extends ChannelKey = ChannelKey> {
  readonly key: Key;
  /** The default body, for a webhook without its own body. */
  readonly defaultBody: Texts;
  readonly bodyFormat: 'json' | 'text';
  /** Escapes a value: names and messages come from clusters and must not become the receiver's markup. */
  readonly escapeValue: (value: string) => string;
  readonly isAvailable: (clients: ChannelClients) => boolean;
  /** Throws a DeliveryFailure when the receiver does not accept the message. */
  readonly send: (message: OutgoingMessage, clients: ChannelClients) => Promise<SendResult>;
}

/** A channel that posts its body to the webhook's URL. */
export function postChannel<Key extends ChannelKey>(
  key: Key,
  bodyOf: (language: Language) => object,
  escapeValue: Channel['escapeValue'] = (value) => value,
): Channel<Key> {
  return {
    key,
    defaultBody: inBothLanguages((language) => JSON.stringify(bodyOf(language), null, 2)),
    bodyFormat: 'json',
    escapeValue,
    isAvailable: () => true,
    async send({ deliveryId, address, contentType, text }, { http }) {
      if (!address.url) throw new DeliveryFailure('address', 'the webhook has no address');
      const headers = { 'content-type': contentType, 'x-gwanje-delivery': deliveryId };
      const { status } = await http.post(address.url, headers, text);
      return { status, note: null };
    },
  };
}

export function inBothLanguages(textOf: (language: Language) => string): Texts {
  return { ko: textOf('ko'), en: textOf('en') };
}
