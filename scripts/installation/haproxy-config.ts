export interface ProxiedSite {
  readonly bind: string;
  /** Addresses of its processes, by name. */
  readonly servers: Readonly<Record<string, string>>;
}

export interface HaproxyOptions {
  readonly console: ProxiedSite;
  readonly login: ProxiedSite;
  /** The address from which HAProxy connects. Default: the system chooses. */
  readonly source?: string;
  /** The addresses are names that this DNS server knows. They may change while HAProxy runs. */
  readonly dnsServer?: string;
}

const CHECK = ' check inter 1s fall 2 rise 1';
const ofEveryRequest = `  # The sites count requests and lock out by this address. A header of the client must not reach them.
  http-request set-header X-Forwarded-For %[src]
  http-request disable-l7-retry unless METH_GET`;

/**
 * The load balancer of several replicas. Every replica answers every request, so it needs no session affinity.
 * `deploy/haproxy.cfg` is made by this function too.
 */
export function haproxyConfig({ console, login, source, dnsServer }: HaproxyOptions): string {
  const from = source === undefined ? '' : `\n  source ${source}`;
  const options = dnsServer === undefined ? '' : ' resolvers dns init-addr last,libc,none';
  const serverLines = (site: ProxiedSite, suffix: (name: string) => string) =>
    Object.entries(site.servers)
      .map(([name, address]) => `  server ${name} ${address}${suffix(name)}${options}`)
      .join('\n');
  const dns =
    dnsServer === undefined ? '' : `\nresolvers dns\n  nameserver dns ${dnsServer}\n  hold valid 5s\n`;
  return `global
  log stdout format raw local0 notice
${dns}
defaults
  mode http
  log global
  option dontlognull
  # A batch that another replica owns may take 30 s. The stream of a screen has a line every 15 s.
  timeout connect 2s
  timeout client 60s
  timeout server 35s
  timeout http-request 30s
  timeout http-keep-alive 60s
  timeout queue 10s
  timeout check 2s
  # The WebSocket of an agent. Both sides send a ping every 10 s.
  timeout tunnel 60s
  # A new connection for each request: a replica that stops refuses it, and then another one gets the request, also a
  # write. On a kept connection nobody would know whether the write was done.
  option http-server-close
  # A replica without an answer: another one gets the request, if it was not sent or can be repeated.
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response response-timeout 503

frontend console
  bind ${console.bind}
${ofEveryRequest}
  use_backend repeatable if { req.hdr(accept) -m sub text/event-stream } || { path_beg /ingest/ }
  default_backend replicas

frontend login
  bind ${login.bind}
${ofEveryRequest}
  default_backend logins

backend replicas
  balance leastconn${from}
  option httpchk GET /readyz
${serverLines(console, () => CHECK)}

# A replica that is away ends these at once: a stream resumes at any replica, and an agent sends its batch again.
backend repeatable
  balance leastconn${from}
${serverLines(console, (name) => ` track replicas/${name} on-marked-down shutdown-sessions`)}

backend logins
  balance leastconn${from}
  option httpchk GET /readyz
${serverLines(login, () => CHECK)}
`;
}
