import { jsonCache } from './json-cache.ts';

/**
 * The subscription of this browser that the server knows. The page writes it when a person turns notifications on; the service
 * worker needs it when the browser replaces the subscription while no page is open.
 */
export interface PushNote {
  /** The person who turned notifications on. */
  readonly userNo: number;
  /** The address that the server knows. */
  readonly endpoint: string;
  /** The key for a new subscription. */
  readonly publicKey: string;
  readonly language: 'ko' | 'en';
  /** True: the browser has replaced the subscription, and the server does not know it yet. */
  readonly isReplaced: boolean;
}

export const pushNote = jsonCache<PushNote>('gwanje-push', '/push-note.json');
