import type { Database } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { CLUSTER_HEADER } from '@gwanje/contract/agent/agent-problems';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { clockSkewMs } from './clock/batch-time.ts';
import { decodeBody } from './decode/decode-body.ts';
import { DecoderPool } from './decode/decoder-pool.ts';
import { InFlight } from './in-flight.ts';
import { BATCH_LIMITS, type BatchLimits, type InFlightLimits } from './ingest-limits.ts';
import { createIngestMetrics, type IngestMetrics } from './ingest-metrics.ts';
import { readBody } from './read-body.ts';
import type { BatchReceiver } from './received-batch.ts';
import { reasonOf, refusal } from './refusal.ts';
import { RefusalCounter } from './refusals/refusal-counter.ts';
import { bearerToken } from './tokens/cluster-token.ts';
import { TokenCache } from './tokens/token-cache.ts';

export const INGEST_PATH = '/ingest/v1/batch';
const WRITE_AFTER_MS = 1000;

export interface IngestDeps {
  readonly db: Kysely<Database>;
  readonly pipeline: BatchReceiver;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly batchLimits?: BatchLimits;
  readonly inFlightLimits?: InFlightLimits;
  /** How long token uses and refusals are collected before they are written. */
  readonly writeAfterMs?: number;
}

interface Ingest {
  readonly pipeline: BatchReceiver;
  readonly now: () => Date;
  readonly limits: BatchLimits;
  readonly tokens: TokenCache;
  readonly refusals: RefusalCounter;
  readonly inFlight: InFlight;
  readonly decoders: DecoderPool;
  readonly metrics: IngestMetrics;
}

/** Agents have a token instead of a session, and no origin. */
export function isFromAgent(request: FastifyRequest): boolean {
  return request.routeOptions.url === INGEST_PATH;
}

export async function registerIngest(app: FastifyInstance, deps: IngestDeps): Promise<void> {
  const { db, now, logger, writeAfterMs = WRITE_AFTER_MS } = deps;
  const inFlight = new InFlight(deps.inFlightLimits);
  const ingest: Ingest = {
    pipeline: deps.pipeline,
    now,
    limits: deps.batchLimits ?? BATCH_LIMITS,
    tokens: new TokenCache(db, now, logger, writeAfterMs),
    refusals: new RefusalCounter(db, now, logger, writeAfterMs),
    inFlight,
    decoders: new DecoderPool(logger),
    metrics: createIngestMetrics(deps.metrics.registry, inFlight),
  };
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
  const hostId = await authorise(request, ingest);
  using hold = ingest.inFlight.enter(hostId);
  try {
    requireJson(request);
    const wire = await readBody(request.raw, ingest.limits.wireBytes, hold);
    const body = { hostId, wire, encoding: request.headers['content-encoding'] };
    const { batch, plainBytes } = await decodeBody(body, ingest.limits, ingest.decoders, hold);
    ingest.metrics.wireBytes.inc(wire.length);
    ingest.metrics.plainBytes.inc(plainBytes);
    const skewMs = clockSkewMs(request.headers.date, receivedAt);
    return await ingest.pipeline.accept({ hostId, batch, receivedAt, clockSkewMs: skewMs });
  } catch (error) {
    ingest.refusals.countError(hostId, error);
    throw error;
  }
}

/** The token alone decides the cluster: a batch names none, so it cannot be stored under another. */
async function authorise(request: FastifyRequest, { tokens, refusals }: Ingest): Promise<number> {
  const token = bearerToken(request.headers.authorization);
  const found = token === undefined ? undefined : await tokens.find(token, request.ip);
  if (!found) {
    refusals.countClaimed(request.headers[CLUSTER_HEADER], 'unknownToken');
    throw refusal('unknownToken');
  }
  if (found.isRevoked) {
    refusals.count(found.hostId, 'revokedToken');
    throw refusal('revokedToken');
  }
  tokens.used(found);
  return found.hostId;
}

function requireJson(request: FastifyRequest): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw refusal('notDecodable', { field: 'content-type' });
}

function outcomeOf(error: unknown): string {
  return reasonOf(error) ?? (error instanceof AppError ? error.errorName : 'failed');
}
