import type { Address, ChannelKey } from '@gwanje/contract/alarms/channels';
import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import type { Language } from '@gwanje/domain/i18n/language';
import { DeliveryFailure } from '../clients/delivery-failure.ts';
import type { MailClient } from '../clients/mail-client.ts';
import type { OutboundHttpClient } from '../clients/outbound-http-client.ts';
import type { MessageVariables } from '../message-variables.ts';

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
  readonly note: DeliveryNote | null;
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
  /** True: each recipient gets a request of its own. */
  readonly isPerRecipient?: true;
  readonly isAvailable: (clients: ChannelClients) => boolean;
  /** Throws a DeliveryFailure when the receiver does not accept the message. */
  readonly send: (message: OutgoingMessage, clients: ChannelClients) => Promise<SendResult>;
}

interface PostOptions {
  readonly escapeValue?: Channel['escapeValue'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A channel that posts its body to the webhook's URL. */
export function postChannel<Key extends ChannelKey>(
  key: Key,
  bodyOf: (language: Language) => object,
  { escapeValue = (value) => value, headers }: PostOptions = {},
): Channel<Key> {
  return {
    key,
    defaultBody: inBothLanguages((language) => JSON.stringify(bodyOf(language), null, 2)),
    bodyFormat: 'json',
    escapeValue,
    isAvailable: () => true,
    send: (message, clients) => postJson(message, clients, headers),
  };
}

/** Posts the rendered body to the webhook's URL. */
export async function postJson(
  { deliveryId, address, contentType, text }: OutgoingMessage,
  { http }: ChannelClients,
  more: Readonly<Record<string, string>> = {},
): Promise<SendResult> {
  const { url, successText } = address;
  if (!url) throw new DeliveryFailure('address', 'the webhook has no address');
  const headers = { 'content-type': contentType, 'x-gwanje-delivery': deliveryId, ...more };
  const { status } = await http.post(url, headers, text, successText);
  return { status, note: null };
}

/** Says that some of several recipients were refused; null: none was. */
export function refusalNote(
  refusedCnt: number,
  allCnt: number,
  reason: string | null = null,
): DeliveryNote | null {
  if (refusedCnt === 0) return null;
  return { why: 'partlyRefused', detail: `${refusedCnt}/${allCnt}${reason === null ? '' : `, ${reason}`}` };
}

export function inBothLanguages(textOf: (language: Language) => string): Texts {
  return { ko: textOf('ko'), en: textOf('en') };
}
