import type { Target } from '../messenger.ts';

const HIDDEN = '…';

/** Where a message goes, without what lets others send there too: a path may be a key, a name somebody's. */
export function masked<T extends Pick<Target, 'url' | 'recipientList'>>(
  target: T,
): T & { bodyTemplate: null } {
  return {
    ...target,
    url: target.url === null ? null : `${new URL(target.url).origin}/${HIDDEN}`,
    recipientList: target.recipientList.map(
      (address) => `${HIDDEN}${address.slice(address.lastIndexOf('@'))}`,
    ),
    bodyTemplate: null,
  };
}
