import type { Address } from '@gwanje/contract/alarms/channels';

const HIDDEN = '…';

/**
 * The address for users who may not change the webhook. They see its host or domain; the path of a URL is
 * often a key, and the name before the @ is personal.
 */
export function maskAddress({ url, recipientList }: Address): Address {
  return {
    url: url === null ? null : `${new URL(url).origin}/${HIDDEN}`,
    recipientList: recipientList.map((address) => `${HIDDEN}${address.slice(address.lastIndexOf('@'))}`),
  };
}
