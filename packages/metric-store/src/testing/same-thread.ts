import { MessageChannel } from 'node:worker_threads';
import { openStoreCore } from '../embedded/store-core.ts';
import { answerRequests } from '../embedded/store-requests.ts';
import type { StartStoreWorker } from '../embedded/store-thread.ts';

/**
 * The embedded store in the thread of the test. A new thread would load its modules again, which takes longer than
 * most tests.
 */
export const startInSameThread: StartStoreWorker = ({ options, nowMs }, { onMessage, onExit }) => {
  const { port1: owner, port2: store } = new MessageChannel();
  owner.on('message', onMessage).on('close', onExit);
  const answer = answerRequests(
    (onDamage) => openStoreCore(options, nowMs, onDamage),
    (message) => store.postMessage(message),
    () => store.close(),
  );
  store.on('message', answer);
  return {
    postMessage: (request: unknown) => owner.postMessage(request),
    async terminate() {
      store.close();
      return 0;
    },
  };
};
