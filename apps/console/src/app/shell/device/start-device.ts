import { getPushSetting } from '@gwanje/contract/alarms/push';
import { call } from '#core/api/client.ts';
import { invalidate, queryClient } from '#core/api/query-client.ts';
import { pushNote } from '#core/browser/device/push-note.ts';
import { registerServiceWorker } from '#core/browser/device/register-worker.ts';
import type { OpenMessage } from '#core/browser/device/service-worker.ts';
import { logWarning } from '#core/browser/log.ts';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import {
  currentSubscription,
  findThisDevice,
  reportReplacedSubscription,
  reportSubscription,
} from '#core/session/push-subscription.ts';
import { mayNotSave, type SessionState, useSession } from '#core/session/session-store.ts';
import { collectLastSeen } from './collect-last-seen.ts';

/** The session in which this browser's subscription was confirmed last. */
const CONFIRMED_KEY = 'pushConfirmed';

/** Connects the console with its service worker, after the first paint. */
export function startDevice(): void {
  if (!('serviceWorker' in navigator)) return;
  void registerServiceWorker();
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Partial<OpenMessage>>) => {
    if (data.kind === 'open' && data.link !== undefined) void navigateTo(data.link);
  });
  collectLastSeen(queryClient);
  whenSignedIn((state) => {
    confirmSubscription(state).catch((error: unknown) =>
      logWarning('the notifications of this device could not be confirmed', error),
    );
  });
}

function whenSignedIn(act: (state: SessionState) => void): void {
  const now = useSession.getState();
  if (now.loggedIn) {
    act(now);
    return;
  }
  const stop = useSession.subscribe((state) => {
    if (!state.loggedIn) return;
    stop();
    act(state);
  });
}

/** After a new sign-in, a person who had turned on notifications here gets them again. Nobody else is turned on. */
async function confirmSubscription(state: SessionState): Promise<void> {
  const { logoutKey } = state;
  if (logoutKey === null || mayNotSave(state)) return;
  const subscription = await currentSubscription();
  const isReplaced = (await pushNote.read())?.isReplaced ?? false;
  if (!subscription && !isReplaced) return;
  const confirmed = `${logoutKey} ${subscription?.endpoint ?? ''}`;
  if (!isReplaced && readStored('local', CONFIRMED_KEY) === confirmed) return;
  const { deviceList, publicKey } = await call(getPushSetting);
  if (subscription && (await findThisDevice(deviceList))) await reportSubscription(subscription, publicKey);
  else await reportReplacedSubscription(publicKey, deviceList);
  // The page of the devices may have loaded before.
  await invalidate([getPushSetting]);
  writeStored('local', CONFIRMED_KEY, confirmed);
}
