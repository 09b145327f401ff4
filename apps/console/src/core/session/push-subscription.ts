import { type PushDevice, savePushSubscription } from '@gwanje/contract/alarms/push';
import { call } from '#core/api/client.ts';
import { pushNote } from '#core/browser/device/push-note.ts';
import { registerServiceWorker } from '#core/browser/device/register-worker.ts';
import { currentLanguage } from '#core/i18n/i18n.ts';
import { useSession } from './session-store.ts';

/**
 * Whether this browser can get notifications. insecure: the page came over HTTP · unsupported: the browser cannot · blocked:
 * the person or the administrator of the device refused
 */
export type PushAbility = 'insecure' | 'unsupported' | 'blocked' | 'ready';

export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** The subscription of this browser, of whatever person. Never asks for a permission. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'ready' || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** SHA-256 in hexadecimal, as the server names the devices of a person. */
export async function digestOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function findThisDevice<Device extends Pick<PushDevice, 'endpointDigest'>>(
  devices: readonly Device[],
): Promise<Device | undefined> {
  const subscription = await currentSubscription();
  if (!subscription) return undefined;
  const digest = await digestOf(subscription.endpoint);
  return devices.find(({ endpointDigest }) => endpointDigest === digest);
}

/** refused: the person said no or closed the question · noService: the browser reached no push service */
export type TurnOnResult = 'on' | 'refused' | 'noService';

/** Asks the person, so call it only on a click. A subscription of another person in this browser is replaced. */
export async function turnOnPush(publicKey: string, devices: readonly PushDevice[]): Promise<TurnOnResult> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const registration = await registerServiceWorker();
  if (!registration) return 'noService';
  const known = await registration.pushManager.getSubscription();
  if (known && !(await findThisDevice(devices))) await known.unsubscribe();
  try {
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    await reportSubscription(subscription, publicKey);
    return 'on';
  } catch (error) {
    if (error instanceof DOMException) return 'noService';
    throw error;
  }
}

/** Stores the subscription for the signed-in person, or confirms it for the new session. */
export async function reportSubscription(
  subscription: PushSubscription,
  publicKey: string,
  replacedEndpoint?: string,
): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const { endpoint } = subscription;
  const language = currentLanguage();
  await call(savePushSubscription, { body: { endpoint, p256dh, auth, language, replacedEndpoint } });
  const { user } = useSession.getState();
  if (user) await pushNote.write({ userNo: user.userNo, endpoint, publicKey, language, isReplaced: false });
}

/**
 * Reports the subscription by which the browser has replaced the one of the signed-in person, if the service worker could not:
 * it had no session, or no network. Undefined: nothing was replaced.
 */
export async function reportReplacedSubscription(
  publicKey: string,
  devices: readonly PushDevice[],
): Promise<PushSubscription | undefined> {
  const note = await pushNote.read();
  if (!note?.isReplaced || note.userNo !== useSession.getState().user?.userNo) return undefined;
  if (pushAbility() !== 'ready' || Notification.permission !== 'granted') return undefined;
  const registration = await registerServiceWorker();
  if (!registration) return undefined;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const digest = await digestOf(note.endpoint);
  // The server has forgotten the former address when a message could not be delivered there.
  const isKnown = devices.some(({ endpointDigest }) => endpointDigest === digest);
  await reportSubscription(subscription, publicKey, isKnown ? note.endpoint : undefined);
  return subscription;
}

export async function turnOffPush(): Promise<void> {
  await pushNote.remove();
  await (await currentSubscription())?.unsubscribe();
}
