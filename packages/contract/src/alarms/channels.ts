import { z } from 'zod';
import { isPlainText } from '../definition/fields.ts';

export const MAX_RECIPIENTS = 50;

/** The fields of a receiver's address. A channel uses some of them; the others are empty. */
export interface Address {
  readonly url: string | null;
  readonly recipientList: readonly string[];
  /** A key that the receiver asks for, such as the token of a bot. */
  readonly secret: string | null;
  /** Text that the receiver's answer contains when it accepted the message. Null: its HTTP status decides. */
  readonly successText: string | null;
}
export type AddressField = keyof Address;

const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), 'control character');

export const addressFields = {
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  recipientList: z
    .array(printable(254))
    .max(MAX_RECIPIENTS)
    .refine((list) => new Set(list).size === list.length, 'duplicate recipient'),
  secret: printable(500).nullable().default(null),
  successText: printable(200).nullable().default(null),
} satisfies Record<AddressField, z.ZodType>;
export const addressFieldKeys = Object.keys(addressFields) as AddressField[];

/** A settings file never contains these fields: anyone who knows them can send to the receiver. */
export const secretAddressFields: ReadonlySet<AddressField> = new Set(['url', 'secret']);

/** How a channel names one receiver. */
export const recipientForms = {
  email: z.email().max(254),
  /** A chat of Telegram: a number, or the public name of a channel. */
  chat: z.string().regex(/^(?:-?[0-9]{1,20}|@[A-Za-z]\w{3,31})$/),
  /** A telephone number, with hyphens or without. */
  phone: z.string().regex(/^\+?[0-9](?:-?[0-9]){7,18}$/),
} satisfies Record<string, z.ZodType>;
export type RecipientForm = keyof typeof recipientForms;

interface ChannelTraits {
  /** The address fields that a webhook of this channel needs. */
  readonly needs: readonly AddressField[];
  /** Address fields that may be filled in or empty. */
  readonly mayHave?: readonly AddressField[];
  readonly recipients?: RecipientForm;
  /** The address of the service, which a new webhook begins with. */
  readonly defaultUrl?: string;
  /** True: the console shows an editable body from the start. */
  readonly startsWithOwnBody?: boolean;
}

/**
 * The channels that send messages. A new channel needs an entry here, its file and its registry line in
 * apps/server/src/alarms/notifications/channels, and its label in the console's messages.
 */
const channelTraits = {
  json: { needs: ['url'] },
  slack: { needs: ['url'] },
  teams: { needs: ['url'] },
  custom: { needs: ['url'], mayHave: ['successText'], startsWithOwnBody: true },
  email: { needs: ['recipientList'], recipients: 'email' },
  naverWorks: { needs: ['url'] },
  jandi: { needs: ['url'] },
  telegram: {
    needs: ['url', 'secret', 'recipientList'],
    recipients: 'chat',
    defaultUrl: 'https://api.telegram.org',
  },
  pagerDuty: { needs: ['url', 'secret'], defaultUrl: 'https://events.pagerduty.com/v2/enqueue' },
  kakaoRelay: {
    needs: ['url', 'secret', 'recipientList'],
    mayHave: ['successText'],
    recipients: 'phone',
    startsWithOwnBody: true,
  },
} as const satisfies Record<string, ChannelTraits>;
export type ChannelKey = keyof typeof channelTraits;
export const channels: Readonly<Record<ChannelKey, ChannelTraits>> = channelTraits;
export const ChannelKey = z.enum(Object.keys(channelTraits) as [ChannelKey, ...ChannelKey[]]);
export const channelKeys: readonly ChannelKey[] = ChannelKey.options;

/** True when the address fields that the channel needs are filled in. */
export function hasAddress(channel: ChannelKey, address: PartialAddress): boolean {
  return missingAddressFields(channel, address).length === 0;
}

export function missingAddressFields(channel: ChannelKey, address: PartialAddress): AddressField[] {
  return channels[channel].needs.filter((field) => isEmpty(address[field]));
}

/** The address fields that the channel uses. */
export function addressFieldsOf(channel: ChannelKey): readonly AddressField[] {
  const { needs, mayHave = [] } = channels[channel];
  return [...needs, ...mayHave];
}

/** The wrong address fields: a needed one is empty, an unused one is filled in, or a recipient is invalid. */
export function wrongAddressFields(channel: ChannelKey, address: PartialAddress): AddressField[] {
  const { recipients } = channels[channel];
  const used = addressFieldsOf(channel);
  const wrong = new Set(missingAddressFields(channel, address));
  for (const field of addressFieldKeys)
    if (!used.includes(field) && !isEmpty(address[field])) wrong.add(field);
  const isValid = (recipient: string) =>
    recipients === undefined || recipientForms[recipients].safeParse(recipient).success;
  if (!(address.recipientList ?? []).every(isValid)) wrong.add('recipientList');
  return [...wrong];
}

type PartialAddress = { readonly [Field in AddressField]?: Address[Field] | undefined };

function isEmpty(value: string | readonly string[] | null | undefined): boolean {
  return value === null || value === undefined || value.length === 0;
}
