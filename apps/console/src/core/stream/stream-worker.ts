import type { ToWorker } from './messages.ts';
import { SharedConnections } from './shared-connection.ts';

const connections = new SharedConnections();

declare const self: { onconnect: ((event: MessageEvent) => void) | null };

/** Six windows, one connection: a browser allows few to one server, and answers would wait for each other. */
self.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  let leave: (() => void) | undefined;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    leave?.();
    leave =
      data.kind === 'open' ? connections.join(data.url, (message) => port.postMessage(message)) : undefined;
  };
};
