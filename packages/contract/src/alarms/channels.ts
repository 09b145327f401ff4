import { z } from 'zod';

export const MAX_RECIPIENTS = 50;

/** The fields of a receiver's address. A channel uses one of them; the others are empty. */
export interface Address {
  readonly url: string | null;
  readonly recipientList: readonly string[];
}
export type AddressField = keyof Address;

export const addressFields = {
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  recipientList: z
    .array(z.email().max(254))
    .max(MAX_RECIPIENTS)
    .refine((list) => new Set(list).size === list.length, 'duplicate recipient'),
} satisfies Record<AddressField, z.ZodType>;
export const addressFieldKeys = Object.keys(addressFields) as AddressField[];

/** A settings file never contains these fields: anyone who knows them can send to the receiver. */
export const secretAddressFields: ReadonlySet<AddressField> = new Set(['url']);

interface ChannelTraits {
  /** The address field that a webhook of this channel uses. */
  readonly address: AddressField;
  /** True: the console shows an editable body from the start. */
  readonly startsWithOwnBody: boolean;
}

/**
 * The channels that send messages. A new channel needs an entry here, its file and its registry line in
 * apps/server/src/alarms/notifications/channels, and its label in the console's messages.
 */
export const channels = {
  json: { address: 'url', startsWithOwnBody: false },
  slack: { address: 'url', startsWithOwnBody: false },
  teams: { address: 'url', startsWithOwnBody: false },
  custom: { address: 'url', startsWithOwnBody: true },
  email: { address: 'recipientList', startsWithOwnBody: false },
} as const satisfies Record<string, ChannelTraits>;
export type ChannelKey = keyof typeof channels;
export const ChannelKey = z.enum(Object.keys(channels) as [ChannelKey, ...ChannelKey[]]);
export const channelKeys: readonly ChannelKey[] = ChannelKey.options;

/** True when the channel's address field is filled in. */
export function hasAddress(channel: ChannelKey, address: PartialAddress): boolean {
  return !isEmpty(address[channels[channel].address]);
}

/** The wrong address fields: the channel's field is empty, or another field is filled in. */
export function wrongAddressFields(channel: ChannelKey, address: PartialAddress): AddressField[] {
  return addressFieldKeys.filter(
    (field) => isEmpty(address[field]) === (channels[channel].address === field),
  );
}

type PartialAddress = { readonly [Field in AddressField]?: Address[Field] | undefined };

function isEmpty(value: string | readonly string[] | null | undefined): boolean {
  return value === null || value === undefined || value.length === 0;
}
