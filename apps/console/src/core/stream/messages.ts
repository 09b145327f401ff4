import type { StreamState } from './connection.ts';

/** From a window to the worker that all windows of the browser share. */
export type ToWorker = { readonly kind: 'open'; readonly url: string } | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'event'; readonly event: unknown }
  | { readonly kind: 'state'; readonly state: StreamState; readonly code: number | null };
