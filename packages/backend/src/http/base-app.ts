import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { AppError } from '@gwanje/contract/definition/errors';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { addressKey } from '../identity/login-throttle.ts';
import { logRefusal } from '../observe/log-refusal.ts';
import type { Metrics } from '../observe/metrics.ts';
import { answerErrorsAsEnvelopes, READY_PATH, sendError, toAppError } from './error-answers.ts';
import { type MetricsAccess, serveMetrics } from './metrics-route.ts';
import { REQUEST_WINDOW_MS, type SharedRequestCounts } from './shared-request-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A static file of a site: the same for all users and cheap to send. */
    isFile?: boolean;
  }
}

export interface BaseAppOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly isSecure: boolean;
  readonly trustProxy: string | undefined;
  /** Requests per minute from one address. A wallboard and a few operators may share an address. */
  readonly requestsPerMinute: number;
  /** Requests are counted together with other replicas. Absent: this process counts alone. */
  readonly requestCounts?: SharedRequestCounts;
  /** Further sources of the content security policy, by directive. */
  readonly formAction?: readonly string[];
  /** The console's component library sets sizes with style attributes. A site without them sets false. */
  readonly hasStyleAttributes?: boolean;
  /** With a longer event-loop delay, requests get 8008. 0 disables this. */
  readonly busyAfterMs: number;
  /** Throws or returns false while the process cannot do its work. */
  readonly isReady: () => Promise<boolean>;
  /** Additional figures in the readiness answer. */
  readonly readyDetail?: () => Readonly<Record<string, number | string>>;
  /** Who may read `/metrics`. Default: this machine. */
  readonly metricsAccess?: MetricsAccess;
}

/** A route accepts a larger body only if it sets its own limit, after it knows the caller. */
export const ANONYMOUS_BODY_BYTES = 4 * 1024;
/** Specified: URL segments up to 4 kB. A percent-encoded Korean character takes nine bytes. */
const MAX_ADDRESS_PART = 4096;
/** A selection of thousands of groups is in the query of every read, and again in the group cookies. */
const MAX_HEADER_BYTES = 64 * 1024;

/** The common base of both sites: hardening, errors as envelopes, health, metrics, request log. */
export async function createBaseApp(options: BaseAppOptions): Promise<FastifyInstance> {
  const { metrics } = options;
  const logger: FastifyBaseLogger = options.logger;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: ANONYMOUS_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_ADDRESS_PART, ignoreTrailingSlash: false },
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    genReqId: () => crypto.randomUUID(),
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // A URL that cannot be decoded fails before any route or hook.
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, toAppError(error), metrics);
    },
  });
  acceptJsonOnly(app);
  answerErrorsAsEnvelopes(app, metrics);
  countRequests(app, metrics);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': [options.hasStyleAttributes === false ? "'none'" : "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'", ...(options.formAction ?? [])],
      },
    },
    strictTransportSecurity: options.isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await app.register(rateLimit, {
    global: false,
    max: options.requestsPerMinute,
    timeWindow: REQUEST_WINDOW_MS,
    ...(options.requestCounts && { store: options.requestCounts.store }),
    keyGenerator: (request) => addressKey(request.ip),
    allowList: (request) => isProbe(request.url),
    errorResponseBuilder: () => new AppError('tooManyRequests'),
  });
  limitRequests(app);
  warnOfUntrustedProxy(app);
  await app.register(cookie);
  await app.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs,
    retryAfter: 5,
    pressureHandler: (request, _reply, type, value) => {
      // A busy process is alive: a restart by the liveness probe would only add load.
      if (request.url === '/healthz' || request.url === '/metrics' || isFile(request)) return;
      // The answer to a readiness probe is its report.
      if (request.url !== READY_PATH) logRefusal(logger, { type, value }, 'under pressure');
      throw new AppError('busy');
    },
  });
  addProbes(app, options);
  return app;
}

/** The first check of every request, also of one without a route: a refused request costs nothing else. */
function limitRequests(app: FastifyInstance): void {
  const limit = app.rateLimit();
  app.addHook('onRequest', async function (request, reply) {
    if (request.routeOptions.config.rateLimit !== false) await limit.call(this, request, reply);
  });
}

const WARN_EVERY_MS = 10 * 60_000;

/** A proxy that is not trusted makes all its clients one address, for the limit of requests and for lock-outs. */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warnedMs = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    if (performance.now() - warnedMs < WARN_EVERY_MS) return;
    warnedMs = performance.now();
    log.warn(
      { proxy: ip },
      'X-Forwarded-For ignored: if this is your proxy, name its address in GWANJE_TRUST_PROXY; otherwise all its clients count as one',
    );
  });
}

/** Refusing a static file would save little and break the page. */
function isFile(request: FastifyRequest): boolean {
  return request.routeOptions.config.isFile === true;
}

function isProbe(url: string): boolean {
  return url === '/healthz' || url === READY_PATH || url === '/metrics';
}

/** The probe needs no session and has no rate limit, so concurrent probes share one database query. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function addProbes(app: FastifyInstance, options: BaseAppOptions): void {
  const isReady = shared(options.isReady);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get(READY_PATH, async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...options.readyDetail?.() });
  });
  serveMetrics(app, options.metrics, options.metricsAccess);
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.requestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    request.log.debug({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

/** More than any valid body has. A body with more is refused before it is parsed. */
const MAX_DEPTH = 32;
const MAX_VALUES = 50_000;

/** Accepts only JSON. Refuses text/plain and form bodies (8002), because other sites could post them. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  acceptJsonAs(app, 'application/json');
}

/** Accepts JSON bodies with this content type, within the same limits. */
export function acceptJsonAs(app: FastifyInstance, contentType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body);
    if (text === undefined) return done(new AppError('invalidParameter', { reason: 'not UTF-8' }), undefined);
    if (text === '') return done(null, undefined);
    const reason = structureError(text, MAX_DEPTH, MAX_VALUES);
    if (reason) return done(new AppError('invalidParameter', { reason }), undefined);
    parse(request, text, done);
  });
}

/** Refuses invalid bytes. The default decoder would store a replacement character instead. */
function decode(body: string | Buffer): string | undefined {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Reads the text once, without building anything. */
export function structureError(json: string, maxDepth: number, maxValues: number): string | undefined {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return 'nested too deeply';
      values++;
    } else if (char === 0x7d || char === 0x5d) depth--;
    else if (char === 0x2c) values++;
    if (values > maxValues) return 'too many values';
  }
  return undefined;
}
