import { deletePushSubscription, type PushDevice } from '@gwanje/contract/alarms/push';
import { call } from '#core/api/client.ts';
import { turnOffPush } from '#core/session/push-subscription.ts';

/** The server forgets the device; when it is this one, the browser does too. */
export async function turnOffDevice({ pushSubscriptionId }: PushDevice, isThis: boolean): Promise<void> {
  await call(deletePushSubscription, { params: { pushSubscriptionId } });
  if (isThis) await turnOffPush();
}
