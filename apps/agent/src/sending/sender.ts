import {
  CLUSTER_KEY_HEADER,
  type RefusalReason,
  refusalReasons,
} from '@gwanje/contract/agent/batch-refusals';
import { Envelope } from '@gwanje/contract/definition/errors';
import { Ack } from '@gwanje/kinds/batch';
import type { Logger } from 'pino';
import { Backoff, pause } from '../http/backoff.ts';
import { type Connections, readText } from '../http/http.ts';
import type { DiskQueue, QueuedBatch } from './disk-queue.ts';
import { agentIdOf, encodingOf, withAgentId } from './outbox.ts';

export type Verdict = 'accepted' | 'refused' | 'newIdNeeded' | 'unauthorised' | 'busy' | 'failed';

export interface SenderOptions {
  readonly queue: DiskQueue;
  readonly connections: Pick<Connections, 'send'>;
  readonly server: string;
  readonly readToken: () => Promise<string>;
  readonly clusterKey?: string | undefined;
  readonly logger: Logger;
  readonly onAck: (ack: Ack) => void;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onRefused: (batch: QueuedBatch) => void;
  /** A proxy refuses batches, with this detail. Undefined: a batch of that size has arrived. */
  readonly onProxyRefusal?: (detail: string | undefined) => void;
  readonly firstWaitMs?: number;
  readonly maxWaitMs?: number;
  readonly unauthorisedWaitMs?: number;
  readonly giveUpAfterMs?: number;
}

interface Outcome {
  readonly verdict: Verdict;
  readonly detail: string;
  /** A proxy refused this batch, or any batch. */
  readonly refusedByProxy?: 'batch' | 'all';
  /** The server refused the batch for a reason that this version of the agent does not know. */
  readonly hasUnknownReason?: true;
  readonly retryAfterMs?: number | undefined;
  readonly ack?: Ack;
}

const PATH = '/ingest/v1/batch';
const IDLE_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const UNAUTHORISED_WAIT_MS = 60_000;
const MAX_RETRY_AFTER_MS = 600_000;
/** The statuses of a refusal. `refusalOf` decides whether the server or a proxy refused. */
const REFUSALS = new Set([400, 413, 415, 422]);
const TOO_LARGE = 413;
const CONFLICT = 409;
const NEW_ID_REASON: RefusalReason = 'agentIdConflict';
/**
 * How long the sender retries a batch that a proxy finds too large, or that the server refuses for an unknown
 * reason: long enough to finish setting up the proxy, and short enough not to lose the later batches.
 */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Sends the waiting batches in order, one at a time, each until it is acknowledged or refused. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #backoff: Backoff;
  #lastLogged: string | undefined;
  /** Ids that the server does not accept any more, with the ids that replace them. Batches on disk contain them. */
  readonly #replacedIds = new Map<string, string>();
  #retried: { readonly batch: QueuedBatch; readonly sinceMs: number } | undefined;
  /** Set while a proxy refuses batches: an accepted batch of at least this size ends it. 0: any accepted batch. */
  #refusalEndsAtBytes: number | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.firstWaitMs ?? 1000, options.maxWaitMs ?? 60_000);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { queue, logger } = this.#options;
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    while (!signal.aborted) {
      const batch = queue.first();
      if (!batch) {
        this.#replacedIds.clear();
        await Promise.race([queue.changed(), stopped]);
        continue;
      }
      try {
        const body = await this.#read(batch);
        if (!body) {
          // The queue dropped the batch because it was full.
          await queue.retire(batch);
          continue;
        }
        const outcome = this.#trackRefusals(batch, await this.#send(batch, body, signal));
        if (signal.aborted && outcome.verdict === 'failed') return;
        if (outcome.verdict === 'newIdNeeded') await this.#replaceId(body);
        const waitMs = await this.#settle(batch, outcome);
        if (waitMs > 0 && (await pause(waitMs, signal))) return;
      } catch (err) {
        // A disk error: the sender waits until the disk answers again.
        logger.error({ err }, 'cannot read or update the queue on disk');
        if (await pause(this.#backoff.nextMs(), signal)) return;
      }
    }
  }

  async #read(batch: QueuedBatch): Promise<Buffer | undefined> {
    const body = await this.#options.queue.read(batch);
    if (!body || this.#replacedIds.size === 0) return body;
    const id = this.#replacedIds.get(await agentIdOf(body));
    return id === undefined ? body : withAgentId(body, id);
  }

  /** The batch and the later ones with its agent id are sent under the current id, or a new one. */
  async #replaceId(body: Buffer): Promise<void> {
    const { queue } = this.#options;
    const refusedId = await agentIdOf(body);
    if (refusedId === queue.agentId) await queue.takeNewId();
    for (const [id, by] of this.#replacedIds) if (by === refusedId) this.#replacedIds.set(id, queue.agentId);
    this.#replacedIds.set(refusedId, queue.agentId);
  }

  /** A batch that is refused on each attempt must not hold back later batches forever. */
  #trackRefusals(batch: QueuedBatch, outcome: Outcome): Outcome {
    const { onProxyRefusal, giveUpAfterMs = GIVE_UP_AFTER_MS } = this.#options;
    const { verdict, detail, refusedByProxy, hasUnknownReason } = outcome;
    if (refusedByProxy) {
      const bytes = refusedByProxy === 'batch' ? batch.bytes : 0;
      this.#refusalEndsAtBytes = Math.min(bytes, this.#refusalEndsAtBytes ?? bytes);
      onProxyRefusal?.(detail);
    } else if (
      verdict === 'accepted' &&
      batch.bytes >= (this.#refusalEndsAtBytes ?? Number.POSITIVE_INFINITY)
    ) {
      this.#refusalEndsAtBytes = undefined;
      onProxyRefusal?.(undefined);
    }
    if (refusedByProxy !== 'batch' && !hasUnknownReason) return outcome;
    const nowMs = performance.now();
    if (this.#retried?.batch !== batch) this.#retried = { batch, sinceMs: nowMs };
    return nowMs - this.#retried.sinceMs >= giveUpAfterMs ? { ...outcome, verdict: 'refused' } : outcome;
  }

  /** Returns how long to wait before the next attempt. */
  async #settle(batch: QueuedBatch, outcome: Outcome): Promise<number> {
    const { queue, onAck, onVerdict, onRefused } = this.#options;
    onVerdict(outcome.verdict);
    this.#logChange(outcome);
    switch (outcome.verdict) {
      case 'accepted':
        await queue.retire(batch);
        this.#backoff.reset();
        if (outcome.ack) onAck(outcome.ack);
        return 0;
      case 'refused':
        await queue.setAside(batch);
        onRefused(batch);
        return 0;
      case 'unauthorised':
        return this.#options.unauthorisedWaitMs ?? UNAUTHORISED_WAIT_MS;
      default:
        return Math.max(outcome.retryAfterMs ?? 0, this.#backoff.nextMs());
    }
  }

  async #send(batch: QueuedBatch, body: Buffer, signal: AbortSignal): Promise<Outcome> {
    const { connections, server, readToken, clusterKey } = this.#options;
    try {
      const answer = await connections.send({
        url: new URL(`${server}${PATH}`),
        method: 'POST',
        headers: {
          authorization: `Bearer ${await readToken()}`,
          'content-type': 'application/json',
          'content-encoding': encodingOf(body),
          // The batch contains its creation time. This header is the sending time.
          date: new Date().toUTCString(),
          ...(clusterKey === undefined ? {} : { [CLUSTER_KEY_HEADER]: clusterKey }),
        },
        body,
        idleMs: IDLE_MS,
        signal,
      });
      const text = await readText(answer, MAX_ANSWER_BYTES);
      return outcomeOf(batch.seq, answer.statusCode ?? 0, answer.headers['retry-after'], text);
    } catch (error) {
      return { verdict: 'failed', detail: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Logs a change of the outcome, not each repetition. */
  #logChange({ verdict, detail, refusedByProxy, hasUnknownReason }: Outcome): void {
    const { logger, server } = this.#options;
    const outcomeKey = `${verdict} ${refusedByProxy} ${hasUnknownReason}`;
    const isNew = outcomeKey !== this.#lastLogged;
    this.#lastLogged = outcomeKey;
    if (verdict === 'refused') logger.error({ server, detail }, 'a batch was refused: set aside');
    else if (!isNew) return;
    else if (verdict === 'accepted') logger.info({ server }, 'the server accepts batches');
    else if (verdict === 'newIdNeeded') {
      logger.warn(
        { server, detail },
        'the numbers of the batches do not continue at the server: the agent takes a new id',
      );
    } else if (verdict === 'unauthorised') {
      logger.error(
        { server, detail },
        'the server does not accept the token: check it, or download a new one',
      );
    } else if (hasUnknownReason) {
      logger.error({ server, detail }, 'the server refuses a batch for an unknown reason: update the agent');
    } else if (refusedByProxy) {
      logger.error(
        { server, detail },
        'batches are refused, but not by the server: check the proxy before it, which must let through 16 MiB',
      );
    } else logger.warn({ server, detail, verdict }, 'the server does not accept batches; they stay on disk');
  }
}

function outcomeOf(seq: number, status: number, retryAfter: string | undefined, text: string): Outcome {
  const detail = `status ${status}: ${text.slice(0, 300)}`;
  if (status === 200) {
    const ack = readAck(text);
    if (ack?.seq === seq) return { verdict: 'accepted', detail, ack };
    return { verdict: 'failed', detail: `not an acknowledgement of ${seq}: ${text.slice(0, 300)}` };
  }
  if (REFUSALS.has(status)) return refusalOf(status, detail, text);
  if (status === CONFLICT && readEnvelope(text)?.data?.reason === NEW_ID_REASON)
    return { verdict: 'newIdNeeded', detail };
  if (status === 401 || status === 403) return { verdict: 'unauthorised', detail };
  if (status === 429 || status === 503) {
    return { verdict: 'busy', detail, retryAfterMs: retryAfterMs(retryAfter, Date.now()) };
  }
  return { verdict: 'failed', detail };
}

/** Only the server checks the content of a batch. A proxy refuses every batch, or every large batch. */
function refusalOf(status: number, detail: string, text: string): Outcome {
  const envelope = readEnvelope(text);
  const reason = envelope?.data?.reason;
  if (refusalReasons.some((known) => known === reason)) return { verdict: 'refused', detail };
  // The server answers without a reason when the request was cut off on the way.
  if (envelope && reason === undefined) return { verdict: 'failed', detail };
  if (envelope) return { verdict: 'failed', detail, hasUnknownReason: true };
  return { verdict: 'failed', detail, refusedByProxy: status === TOO_LARGE ? 'batch' : 'all' };
}

function readAck(text: string): Ack | undefined {
  return Ack.safeParse(readJson(text)).data;
}

function readEnvelope(text: string) {
  return Envelope.safeParse(readJson(text)).data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads seconds or a date; at most ten minutes. Undefined for an invalid value. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^[0-9]+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}
