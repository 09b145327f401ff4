import type { savePushSubscription } from '@gwanje/contract/alarms/push';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { pushNote } from './push-note.ts';

/** `savePushSubscription`. The worker does without the client of the page and its schemas. */
const SAVE_PATH = '/api/v1/push/subscription';

/**
 * The browser has replaced or dropped the subscription. Subscribes again and reports it to the server. Without a session the
 * note stays marked, and the next page of that person reports it.
 */
export async function renewSubscription(
  registration: Pick<ServiceWorkerRegistration, 'pushManager'>,
): Promise<void> {
  const note = await pushNote.read();
  if (!note) return;
  await pushNote.write({ ...note, isReplaced: true });
  const { pushManager } = registration;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: note.publicKey }));
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const { endpoint } = subscription;
  const body: BodyIn<typeof savePushSubscription> = {
    ...{ endpoint, p256dh, auth, language: note.language },
    replacedEndpoint: note.endpoint,
  };
  const response = await fetch(SAVE_PATH, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) await pushNote.write({ ...note, endpoint, isReplaced: false });
}
