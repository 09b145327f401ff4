import { vi } from 'vitest';
import type { WindowMessage } from '#core/browser/other-windows.ts';

/** Another window of the same browser. Call it before `freshPage`, which opens the channel. */
export function otherWindow() {
  const received: WindowMessage[] = [];
  let ofPage: FakeChannel | undefined;
  class FakeChannel {
    onmessage: ((event: { data: WindowMessage }) => void) | null = null;
    constructor() {
      ofPage = this;
    }
    postMessage(message: WindowMessage): void {
      received.push(message);
    }
    close(): void {
      this.onmessage = null;
    }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  return {
    received,
    post: (message: WindowMessage) => ofPage?.onmessage?.({ data: message }),
    /** Stores a value as the other window does. */
    store(key: string, text: string): void {
      window.localStorage.setItem(key, text);
      const { localStorage: storageArea } = window;
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: text, storageArea }));
    },
  };
}
