import { lastSeen } from './last-seen.ts';
import { OFFLINE_POLICY, offlinePage } from './offline-page.ts';
import { pushNotice, safeLink } from './push-notice.ts';
import { renewSubscription } from './renew-subscription.ts';

/*
 * The service worker of the console. It shows notifications, and a page of its own while the server cannot be reached. It
 * stores no file of the console and answers no call, so a new version of the console is never held back by it.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  push: WorkerEvent & { readonly data: { text(): string } | null };
  pushsubscriptionchange: WorkerEvent;
  notificationclick: WorkerEvent & { readonly notification: Notification };
  fetch: WorkerEvent & {
    readonly request: Request;
    respondWith(response: Promise<Response>): void;
  };
}
interface WindowOfConsole {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<WindowOfConsole>;
  postMessage(message: OpenMessage): void;
}
/** The types of a worker and of a page cannot be used together, so this names what is used. */
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowOfConsole[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
/** Asks a window to open a path of the console. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly link: string;
}

const worker = globalThis as unknown as ServiceWorkerScope;
/** Windows that show one thing to many people. */
const WATCH_WINDOW = /^\/(?:realtime-detection|wallboard)(?:\/|$)|[?&]wall=1\b/;
const NOT_A_PAGE = /^\/(?:api|ingest)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event) => {
  const { title, options } = pushNotice(event.data?.text(), Date.now());
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(worker.registration));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openConsole(safeLink((event.notification.data as { link?: unknown } | null)?.link)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  if (NOT_A_PAGE.test(new URL(request.url).pathname)) return;
  event.respondWith(pageFrom(request));
});

/** Focuses an open window of the console and opens the path there, else opens a window. */
async function openConsole(link: string): Promise<void> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const windows = all.filter(({ url }) => {
    const { pathname, search } = new URL(url);
    return !WATCH_WINDOW.test(pathname + search);
  });
  const target = windows.find(({ focused }) => focused) ?? windows[0];
  if (!target) {
    await worker.clients.openWindow(link);
    return;
  }
  target.postMessage({ kind: 'open', link });
  await target.focus();
}

async function pageFrom(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (!isFromProxy(response)) return response;
  } catch {
    // Below.
  }
  const seen = await lastSeen.read().catch(() => undefined);
  return new Response(offlinePage(seen, Date.now()), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': OFFLINE_POLICY,
      'cache-control': 'no-store',
    },
  });
}

/** A proxy answers for a server that is away. All pages of the server itself have a policy. */
function isFromProxy({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.has('content-security-policy');
}
