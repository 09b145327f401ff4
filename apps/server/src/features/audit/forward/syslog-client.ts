import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AuditReceiver } from './audit-receivers.ts';
import { withOctetCount } from './syslog-message.ts';

type SyslogReceiver = Extract<AuditReceiver, { kind: 'syslog' }>;

const TIMEOUT_MS = 10_000;

/** Returns when the receiver has read the messages, as far as its protocol can tell. Throws when it has not. */
export async function sendSyslog(
  receiver: SyslogReceiver,
  messages: readonly string[],
  { timeoutMs = TIMEOUT_MS, ca }: { timeoutMs?: number; ca?: string } = {},
): Promise<void> {
  if (receiver.transport === 'udp') await sendDatagrams(receiver, messages);
  else await sendStream(receiver, messages.map(withOctetCount).join(''), timeoutMs, ca);
}

/** Nobody acknowledges a datagram. */
async function sendDatagrams({ host, port }: SyslogReceiver, messages: readonly string[]): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
      );
  } finally {
    socket.close();
  }
}

/**
 * Syslog has no acknowledgement. The receiver closes its side after it has read everything up to the end of this
 * side: until then the messages count as unsent.
 */
async function sendStream(
  { transport, host, port }: SyslogReceiver,
  text: string,
  timeoutMs: number,
  ca: string | undefined,
): Promise<void> {
  const name = isIP(host) ? {} : { servername: host };
  const socket: Socket =
    transport === 'tls' ? connectTls({ host, port, ...name, ...(ca && { ca }) }) : connect({ host, port });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', { signal });
    socket.resume();
    const ended = once(socket, 'end', { signal });
    socket.end(text);
    await ended;
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`);
    throw error;
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}
