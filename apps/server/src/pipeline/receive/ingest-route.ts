import type { IncomingMessage } from 'node:http';
import type { Db } from '@gwanje/backend/database/schema';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { CLUSTER_KEY_HEADER } from '@gwanje/contract/agent/batch-refusals';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { clockSkewMs } from './clock/batch-time.ts';
import { DecoderPool, decodeBody } from './decode/decoder-pool.ts';
import type { BatchForwarder, ForwardedAnswer, ForwardedBatch } from './forwarding.ts';
import { BATCH_LIMITS, type BatchLimits, type Hold, InFlight, type InFlightLimits } from './in-flight.ts';
import type { BatchReceiver, DecodedBatch } from './received-batch.ts';
import { moving, reasonOf, refusal } from './refusal.ts';
import { refusalCounter } from './refusals/refusal-counter.ts';
import { bearerToken } from './tokens/cluster-token.ts';
import { type ClusterToken, TokenCache } from './tokens/token-cache.ts';

export const INGEST_PATH = '/ingest/v1/batch';
const WRITE_AFTER_MS = 1000;

export interface IngestDeps {
  readonly db: Db;
  readonly pipeline: BatchReceiver;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly batchLimits?: BatchLimits;
  readonly inFlightLimits?: InFlightLimits;
  /** How long token uses and refusals are collected before they are written. */
  readonly writeAfterMs?: number;
  /** Absent: this server stores the batches of all clusters. */
  readonly forwarder?: BatchForwarder | undefined;
}

/** Agents have a token instead of a session, and no origin. */
export function isFromAgent(request: FastifyRequest): boolean {
  return request.routeOptions.url === INGEST_PATH;
}

/** What requests of agents and of other replicas share: limits, decoders and counters. */
export function openIngest(deps: IngestDeps) {
  const { db, now, logger, writeAfterMs = WRITE_AFTER_MS } = deps;
  const inFlight = new InFlight(deps.inFlightLimits);
  const ingest = {
    pipeline: deps.pipeline,
    forwarder: deps.forwarder,
    logger,
    now,
    limits: deps.batchLimits ?? BATCH_LIMITS,
    tokens: new TokenCache(db, now, logger, writeAfterMs),
    refusals: refusalCounter(db, now, logger, writeAfterMs),
    inFlight,
    decoders: new DecoderPool(logger),
    metrics: createIngestMetrics(deps.metrics.registry, inFlight),
  };
  return {
    ...ingest,
    /**
     * Stores a batch that another replica received. The caller answers the error like the route of the agents does. It is
     * `busy` when this replica does not own the cluster: a batch is forwarded only once.
     */
    receiveForwarded: (batch: ForwardedBatch): Promise<Ack> => receiveForwarded(batch, ingest),
    async [Symbol.asyncDispose](): Promise<void> {
      await ingest.tokens[Symbol.asyncDispose]();
      await ingest.refusals[Symbol.asyncDispose]();
      await ingest.decoders[Symbol.asyncDispose]();
    },
  };
}
export type OpenIngest = ReturnType<typeof openIngest>;
type Ingest = Omit<OpenIngest, 'receiveForwarded' | typeof Symbol.asyncDispose>;

export async function registerIngest(app: FastifyInstance, ingest: OpenIngest): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read later: only after the token is checked.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    scope.post(
      INGEST_PATH,
      // Thousands of agents may share one address, so the requests in flight are limited instead.
      { config: { rateLimit: false } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const answer = await counted(ingest, () => receive(request, ingest));
        return 'seq' in answer ? reply.send(answer) : passBack(reply, answer);
      },
    );
  });
}

/** Counts the outcome. A forwarded batch is counted as accepted or refused by its owner. */
async function counted<Answer extends Ack | ForwardedAnswer>(
  { metrics }: Ingest,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await run();
    metrics.batches.inc({ outcome: 'seq' in answer ? 'accepted' : 'forwarded' });
    return answer;
  } catch (error) {
    metrics.batches.inc({ outcome: outcomeOf(error) });
    throw error;
  }
}

function passBack(reply: FastifyReply, { status, body, retryAfter }: ForwardedAnswer): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

async function receive(request: FastifyRequest, ingest: Ingest): Promise<Ack | ForwardedAnswer> {
  const receivedAt = ingest.now();
  const startMs = performance.now();
  const { hostId, role } = await authorise(request, ingest);
  const owner = ingest.forwarder?.ownerOf(hostId) ?? 'self';
  if (owner === 'none') throw moving();
  using hold = ingest.inFlight.enter(hostId);
  try {
    requireJson(request);
    const wire = await readBody(request.raw, ingest.limits.wireBytes, hold);
    const { date, 'content-encoding': encoding } = request.headers;
    if (owner === 'self')
      return await store({ hostId, role, encoding, date, wire, receivedAt }, ingest, hold);
    const waitedMs = performance.now() - startMs;
    return await forward({ hostId, role, encoding, date, wire, waitedMs }, ingest);
  } catch (error) {
    ingest.refusals.countError(hostId, error);
    throw error;
  }
}

/** An owner that does not answer may have stored the batch. The agent resends it, and the owner knows it by its number. */
async function forward(batch: ForwardedBatch, { forwarder, logger }: Ingest): Promise<ForwardedAnswer> {
  try {
    if (forwarder) return await forwarder.forward(batch);
  } catch (err) {
    logRefusal(logger, { hostId: batch.hostId, reason: err }, 'the owner of the cluster did not answer');
  }
  throw moving();
}

async function receiveForwarded(batch: ForwardedBatch, ingest: Ingest): Promise<Ack> {
  const receivedAt = new Date(ingest.now().getTime() - batch.waitedMs);
  return await counted(ingest, async () => {
    const { hostId, wire } = batch;
    if (ingest.forwarder?.ownerOf(hostId) !== 'self') throw moving();
    using hold = ingest.inFlight.enter(hostId);
    try {
      hold.grow(wire.length);
      return await store({ ...batch, receivedAt }, ingest, hold);
    } catch (error) {
      ingest.refusals.countError(hostId, error);
      throw error;
    }
  });
}

/** Decodes a batch of an authorised agent and passes it to the pipeline. */
async function store(
  { hostId, role, encoding, date, wire, receivedAt }: Omit<ForwardedBatch, 'waitedMs'> & { receivedAt: Date },
  { limits, decoders, metrics, pipeline }: Ingest,
  hold: Hold,
): Promise<Ack> {
  const { batch, plainBytes, recordBytes } = await decodeBody(
    { hostId, wire, encoding },
    limits,
    decoders,
    hold,
  );
  metrics.wireBytes.inc(wire.length);
  metrics.plainBytes.inc(plainBytes);
  requireRole(batch, role);
  const skewMs = clockSkewMs(date, receivedAt);
  return await pipeline.accept({ hostId, batch, recordBytes, receivedAt, clockSkewMs: skewMs });
}

/**
 * Only the token decides the cluster: a batch contains no cluster id, so it cannot be stored under another.
 */
export async function authorise(
  request: FastifyRequest,
  { tokens, refusals }: Pick<Ingest, 'tokens' | 'refusals'>,
): Promise<ClusterToken> {
  const token = bearerToken(request.headers.authorization);
  const found = token === undefined ? undefined : await tokens.find(token, request.ip);
  if (!found) {
    refusals.countClaimed(request.headers[CLUSTER_KEY_HEADER], 'unknownToken');
    throw refusal('unknownToken');
  }
  if (found.isRevoked) {
    refusals.count(found.hostId, 'revokedToken');
    throw refusal('revokedToken');
  }
  tokens.used(found);
  return found;
}

/** A stolen token of a node must not be able to change the objects of its cluster. */
function requireRole(
  { agent, inventory, events, cluster, manifests }: DecodedBatch,
  role: ClusterToken['role'],
): void {
  if (agent.role !== role) throw refusal('wrongTokenRole', { agent: agent.role, token: role });
  if (role === 'node' && (inventory ?? events ?? cluster ?? manifests) !== undefined)
    throw refusal('invalidBatch', { what: 'a node agent sends only samples and problems' });
}

function requireJson(request: FastifyRequest): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw refusal('notDecodable', { field: 'content-type' });
}

function outcomeOf(error: unknown): string {
  return reasonOf(error) ?? (error instanceof AppError ? error.errorName : 'failed');
}

function createIngestMetrics(registry: Registry, inFlight: InFlight) {
  const registers = [registry];
  new Gauge({
    name: 'gwanje_ingest_in_flight_bytes',
    help: 'Bytes held by requests in flight',
    registers,
    collect() {
      this.set(inFlight.bytes);
    },
  });
  function counter<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Counter<Label>({ name, help, labelNames, registers });
  }
  return {
    batches: counter('gwanje_ingest_batches_total', 'Batches received, by outcome', 'outcome'),
    wireBytes: counter('gwanje_ingest_wire_bytes_total', 'Bytes of batches as received'),
    plainBytes: counter('gwanje_ingest_plain_bytes_total', 'Bytes of batches after decompression'),
  };
}

/**
 * Reads the body as it is on the wire. A body that is too large is read to its end and discarded, so that
 * the agent gets the error: after a closed connection it would try again for ever.
 */
function readBody(request: IncomingMessage, maxBytes: number, hold: Hold): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw refusal('tooLarge', { maxBytes });
  // The connection may have closed during the token lookup.
  if (request.destroyed) throw cutOff();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Uses events: `for await` took a twentieth of the time of a small batch.
  function take(chunk: Buffer): void {
    bytes += chunk.length;
    try {
      if (bytes > maxBytes) throw refusal('tooLarge', { maxBytes });
      hold.grow(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      fail(error);
    }
  }
  function fail(error: unknown): void {
    request.off('data', take).resume();
    chunks.length = 0;
    reject(error);
  }
  request
    .on('data', take)
    .once('end', () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first ? first : Buffer.concat(chunks));
    })
    .once('error', () => fail(cutOff()))
    .once('close', () => {
      if (!request.readableEnded) fail(cutOff());
    });
  return promise;
}

function cutOff(): AppError {
  return new AppError('invalidParameter', { field: 'body', what: 'cut off' });
}
