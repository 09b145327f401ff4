import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { type AllowList, isPublicAddress } from '../../../platform/outside-address.ts';
import { DeliveryFailure } from './delivery-failure.ts';

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const TIMEOUT_MS = 10_000;
/** An answer is searched for the success text up to this length. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts to URLs that users entered, for webhooks and the heartbeat. Resolves the host name once per request
 * and connects only to the address that it checked. A redirect is a failure.
 */
export class OutboundHttpClient {
  readonly #allowed: AllowList;
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(allowed: AllowList, options: { resolve?: Resolve; timeoutMs?: number } = {}) {
    this.#allowed = allowed;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#agent = new Agent({
      connect: { lookup: guardedLookup(allowed, options.resolve ?? lookup), timeout: this.#timeoutMs },
      // A reused connection would skip the check of the address.
      pipelining: 0,
    });
  }

  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    /** The answer must contain this text, because some receivers answer 200 to a message that they refuse. */
    successText: string | null = null,
  ): Promise<{ readonly status: number }> {
    const target = this.#check(url);
    try {
      const answer = await request(target, {
        method: 'POST',
        headers,
        body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const status = answer.statusCode;
      const isAccepted = successText === null || (await startOf(answer.body)).includes(successText);
      if (successText === null) await answer.body.dump();
      if (status >= 300 && status < 400)
        throw new DeliveryFailure('redirect', `it redirects (${status}), which is not followed`, { status });
      if (status < 200 || status >= 400)
        throw new DeliveryFailure('status', `it answered ${status}`, { status });
      if (!isAccepted)
        throw new DeliveryFailure('refused', 'its answer does not contain the success text', { status });
      return { status };
    } catch (error) {
      throw asFailure(error, this.#timeoutMs);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** `guardedLookup` is not called for an IP address, so it is checked here. */
  #check(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new DeliveryFailure('address', 'it is not an http or https address');
    if (url.username !== '' || url.password !== '')
      throw new DeliveryFailure('address', 'it holds a user name or password');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) && !mayReach(this.#allowed, host)) throw inside(host);
    return url;
  }
}

/** The first bytes of an answer, as text. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
}

function mayReach(allowed: AllowList, address: string): boolean {
  return isPublicAddress(address) || allowed.allowsAddress(address);
}

function guardedLookup(allowed: AllowList, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const refused = allowed.allowsName(host)
        ? undefined
        : addresses.find(({ address }) => !mayReach(allowed, address));
      const [first] = addresses;
      if (refused || !first) return done(inside(refused ? refused.address : host), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function inside(address: string): DeliveryFailure {
  return new DeliveryFailure('inside', `${address} is inside this network, and not allowed`, {
    detail: address,
  });
}

function asFailure(error: unknown, timeoutMs: number): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const cause = error instanceof Error && error.cause instanceof DeliveryFailure ? error.cause : undefined;
  if (cause) return cause;
  const name = error instanceof Error ? error.name : '';
  if (/timeout/i.test(name))
    return new DeliveryFailure('timeout', `it did not answer within ${timeoutMs / 1000} s`);
  const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new DeliveryFailure('connection', `it could not be reached (${detail})`, { detail });
}
