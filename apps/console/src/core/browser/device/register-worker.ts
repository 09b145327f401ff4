import { logWarning } from '#core/browser/log.ts';
import workerUrl from './service-worker.ts?worker&url';

/** Undefined: the page came over HTTP, or the browser has or allows none. The console works without it. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined;
  try {
    // Not from the browser's cache: a new worker is found with the next page that loads.
    await navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' });
    return await navigator.serviceWorker.getRegistration('/');
  } catch (error) {
    logWarning('the service worker could not be registered', error);
    return undefined;
  }
}
