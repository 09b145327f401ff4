import type { StoredSelection } from '@gwanje/domain/access/group-selection';

/** A change in one window that the other windows of the browser follow. Theme, language and interval are stored. */
export type WindowMessage =
  /** The user selected other groups. */
  | { readonly kind: 'groups'; readonly selection: StoredSelection }
  /** A view as another user began or ended. */
  | { readonly kind: 'view' }
  /** The user is logging out. */
  | { readonly kind: 'logout' }
  /** The login check found this user; null: the session has ended. */
  | { readonly kind: 'user'; readonly userNo: number | null };

let channel: BroadcastChannel | null = null;

export function postToOtherWindows(message: WindowMessage): void {
  channel?.postMessage(message);
}

/** Returns a stop function. A browser without the channel works with one window. */
export function followOtherWindows(onMessage: (message: WindowMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const opened = new BroadcastChannel('gwanje');
  opened.onmessage = ({ data }: MessageEvent<WindowMessage>) => onMessage(data);
  channel = opened;
  return () => {
    opened.close();
    channel = null;
  };
}
