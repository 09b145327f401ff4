import type { AllowList } from '../../../../platform/outside-address.ts';

/** The push services of the browsers. A name that begins with a dot stands for all hosts below it. */
const PUSH_SERVICES = [
  // Chrome, Edge on Android, Whale, Samsung Internet, Opera
  'fcm.googleapis.com',
  // Firefox
  '.push.services.mozilla.com',
  // Edge
  '.notify.windows.com',
  // Safari
  '.push.apple.com',
];

/**
 * The server posts to the address that a browser names, so any signed-in user could make it post anywhere. It accepts the
 * services of the known browsers, and what GWANJE_OUTSIDE_ALLOW names.
 */
export function isPushService(endpoint: string, allowed: AllowList): boolean {
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (allowed.allowsName(host) || allowed.allowsAddress(host)) return true;
  return (
    protocol === 'https:' &&
    PUSH_SERVICES.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))
  );
}
