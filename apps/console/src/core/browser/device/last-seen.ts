import { jsonCache } from './json-cache.ts';

/**
 * What the console received last, for the page that the service worker shows while the server cannot be reached. It stays in
 * the browser and is deleted when the person signs out.
 */
export interface LastSeen {
  readonly userNo: number;
  readonly userName: string;
  readonly language: 'ko' | 'en';
  readonly isDark: boolean;
  /** Open alarms by level. */
  readonly counts: { readonly critical: number; readonly warning: number; readonly atMs: number } | null;
  /** The open alarms that a list showed last. */
  readonly alarms: { readonly rows: readonly LastSeenAlarm[]; readonly atMs: number } | null;
}

export interface LastSeenAlarm {
  readonly isCritical: boolean;
  readonly level: string;
  readonly text: string;
  /** Cluster, namespace and object. */
  readonly where: string;
  readonly state: string;
  readonly occurredAtMs: number | null;
}

/** Older figures would only mislead. */
export const LAST_SEEN_FOR_MS = 12 * 3_600_000;

export const lastSeen = jsonCache<LastSeen>('gwanje-last-seen', '/last-seen.json');

/** Also closes the notifications on the screen: the next person at this device must not see them. */
export async function forgetLastSeen(): Promise<void> {
  await lastSeen.remove();
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
