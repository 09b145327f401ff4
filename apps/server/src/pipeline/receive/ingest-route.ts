import type { IncomingMessage } from 'node:http';
import type { Db } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { CLUSTER_KEY_HEADER } from '@gwanje/contract/agent/batch-refusals';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { clockSkewMs } from './clock/batch-time.ts';
import { DecoderPool, decodeBody } from './decode/decoder-pool.ts';
import { BATCH_LIMITS, type BatchLimits, type Hold, InFlight, type InFlightLimits } from './in-flight.ts';
import type { BatchReceiver, DecodedBatch } from './received-batch.ts';
import { reasonOf, refusal } from './refusal.ts';
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
}

/** Agents have a token instead of a session, and no origin. */
export function isFromAgent(request: FastifyRequest): boolean {
  return request.routeOptions.url === INGEST_PATH;
}

function openIngest(deps: IngestDeps) {
  const { db, now, logger, writeAfterMs = WRITE_AFTER_MS } = deps;
  const inFlight = new InFlight(deps.inFlightLimits);
  return {
    pipeline: deps.pipeline,
    now,
    limits: deps.batchLimits ?? BATCH_LIMITS,
    tokens: new TokenCache(db, now, logger, writeAfterMs),
    refusals: refusalCounter(db, now, logger, writeAfterMs),
    inFlight,
    decoders: new DecoderPool(logger),
    metrics: createIngestMetrics(deps.metrics.registry, inFlight),
  };
}
type Ingest = ReturnType<typeof openIngest>;

export async function registerIngest(app: FastifyInstance, deps: IngestDeps): Promise<void> {
  const ingest = openIngest(deps);
  app.addHook('onClose', async () => {
    await ingest.tokens[Symbol.asyncDispose]();
    await ingest.refusals[Symbol.asyncDispose]();
    await ingest.decoders[Symbol.asyncDispose]();
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read later: only after the token is checked.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    scope.post(
      INGEST_PATH,
      // Thousands of agents may share one address, so the requests in flight are limited instead.
      { config: { rateLimit: false } },
      async (request, reply) => reply.header('cache-control', 'no-store').send(await answer(request, ingest)),
    );
  });
}

async function answer(request: FastifyRequest, ingest: Ingest): Promise<Ack> {
  try {
    const ack = await receive(request, ingest);
    ingest.metrics.batches.inc({ outcome: 'accepted' });
    return ack;
  } catch (error) {
    ingest.metrics.batches.inc({ outcome: outcomeOf(error) });
    throw error;
  }
}

async function receive(request: FastifyRequest, ingest: Ingest): Promise<Ack> {
  const receivedAt = ingest.now();
  const { hostId, role } = await authorise(request, ingest);
  using hold = ingest.inFlight.enter(hostId);
  try {
    requireJson(request);
    const wire = await readBody(request.raw, ingest.limits.wireBytes, hold);
    const body = { hostId, wire, encoding: request.headers['content-encoding'] };
    const { batch, plainBytes, recordBytes } = await decodeBody(body, ingest.limits, ingest.decoders, hold);
    ingest.metrics.wireBytes.inc(wire.length);
    ingest.metrics.plainBytes.inc(plainBytes);
    requireRole(batch, role);
    const skewMs = clockSkewMs(request.headers.date, receivedAt);
    return await ingest.pipeline.accept({ hostId, batch, recordBytes, receivedAt, clockSkewMs: skewMs });
  } catch (error) {
    ingest.refusals.countError(hostId, error);
    throw error;
  }
}

/**
 * Only the token decides the cluster: a batch contains no cluster id, so it cannot be stored under another.
 */
async function authorise(request: FastifyRequest, { tokens, refusals }: Ingest): Promise<ClusterToken> {
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
function requireRole({ agent, inventory, events, cluster }: DecodedBatch, role: ClusterToken['role']): void {
  if (agent.role !== role) throw refusal('wrongTokenRole', { agent: agent.role, token: role });
  if (role === 'node' && (inventory ?? events ?? cluster) !== undefined)
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
