/** One that the audit log is sent to. */
export type AuditReceiver = {
  /** Its address without a password: the key of its position, and its name on screens. */
  readonly name: string;
} & (
  | {
      readonly kind: 'syslog';
      readonly transport: 'udp' | 'tcp' | 'tls';
      readonly host: string;
      readonly port: number;
    }
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string }
);

const MAX_RECEIVERS = 3;
const MIN_SECRET = 16;
const USUAL_PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

/** Receivers as the installation names them, separated by commas. Throws what is wrong. */
export function parseAuditReceivers(text: string, secret: string | undefined): AuditReceiver[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  if (new Set(parts).size !== parts.length) throw new Error('names one receiver twice');
  if (parts.length > MAX_RECEIVERS) throw new Error(`names more than ${MAX_RECEIVERS} receivers`);
  return parts.map((part) => parseReceiver(part, secret));
}

function parseReceiver(text: string, secret: string | undefined): AuditReceiver {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const wrong = new Error(
    'must be syslog+udp://host:port, syslog+tcp://host:port, syslog+tls://host:port or an http(s) address',
  );
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw wrong;
  if (/^https?:$/.test(url.protocol)) {
    if (secret === undefined || secret.length < MIN_SECRET)
      throw new Error(
        `needs GWANJE_AUDIT_FORWARD_SECRET with ${MIN_SECRET} characters or more for ${url.origin}`,
      );
    return { kind: 'webhook', name: `${url.origin}${url.pathname}`, url: url.href, secret };
  }
  const transport = /^syslog\+(udp|tcp|tls):$/.exec(url.protocol)?.[1] as
    | keyof typeof USUAL_PORTS
    | undefined;
  if (!transport || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') throw wrong;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? USUAL_PORTS[transport] : Number(url.port);
  return { kind: 'syslog', name: `syslog+${transport}://${url.hostname}:${port}`, transport, host, port };
}
