import type { ToWorker } from './connection.ts';
import { SharedConnections } from './shared-connection.ts';

const connections = new SharedConnections();

declare const self: { onconnect: ((event: MessageEvent) => void) | null };

/** All windows share one connection: browsers limit connections per server, and other calls would have to wait. */
self.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  let leave: (() => void) | undefined;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    leave?.();
    leave =
      data.kind === 'open' ? connections.join(data.url, (message) => port.postMessage(message)) : undefined;
  };
};
