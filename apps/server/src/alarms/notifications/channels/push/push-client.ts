import type { PushPayload } from '@gwanje/contract/alarms/push';
import type { Language } from '@gwanje/domain/i18n/language';
import webPush, { type PushSubscription, type RequestOptions } from 'web-push';
import { DeliveryFailure } from '../../clients/delivery-failure.ts';
import type { ChannelClients, SendResult } from '../channel.ts';

/** The key pair by which push services recognise this installation (VAPID). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A browser: where its push service takes messages, and the keys for which they are encrypted. */
export interface PushTarget {
  readonly kind: 'push';
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
}

/** A device that is off for longer gets nothing: the alarm is in the console. */
const KEPT_FOR_S = 4 * 3600;

/** Encrypts a message for one browser and gives it to the browser's push service. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushTarget,
  payload: PushPayload,
  http: ChannelClients['http'],
  { site, ...keys }: PushKeys & { readonly site: string },
): Promise<SendResult> {
  const options: RequestOptions = {
    vapidDetails: { ...keys, subject: subjectOf(site) },
    TTL: KEPT_FOR_S,
    urgency: payload.level === 'critical' ? 'high' : 'normal',
    // The service drops an earlier message with the same topic that the device has not fetched yet.
    topic: payload.tag.slice(0, 32),
  };
  const { headers, body } = encrypt({ endpoint, keys: { p256dh, auth } }, payload, options);
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const { status } = await http.post(endpoint, Object.fromEntries(texts), body ?? '');
  return { status, note: null };
}

/** Any 65 bytes pass as a key until they are used. */
function encrypt(subscription: PushSubscription, payload: PushPayload, options: RequestOptions) {
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(payload), options);
  } catch (error) {
    throw new DeliveryFailure('address', `its keys are invalid (${String(error)})`);
  }
}

/** The person uninstalled the browser, or took back the permission. */
export function isSubscriptionGone({ kind, status }: DeliveryFailure): boolean {
  return kind === 'status' && (status === 404 || status === 410);
}

/** Whom the operators of a push service would write to. They accept only an https or a mail address. */
function subjectOf(site: string): string {
  return site.startsWith('https:') ? site : `mailto:gwanje@${new URL(site).hostname}`;
}
