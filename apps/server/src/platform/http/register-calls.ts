import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Db } from '@gwanje/backend/database/schema';
import { ANONYMOUS_BODY_BYTES } from '@gwanje/backend/http/base-app';
import { requireOwnPage } from '@gwanje/backend/http/origin-check';
import { parsePart } from '@gwanje/backend/http/parse';
import { type SiteCookies, setCookie } from '@gwanje/backend/http/site-cookies';
import { auditAs } from '@gwanje/backend/identity/audit';
import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { AppError, success } from '@gwanje/contract/definition/errors';
import { UNATTENDED_HEADER } from '@gwanje/contract/users/session';
import { mayCall } from '@gwanje/domain/access/permissions';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { MetricStoreError } from '@gwanje/metric-store/interface';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallingUser } from '../../access/visibility-repository.ts';
import type { Call, FileAnswer, Handlers, Recheck, StreamAnswer } from './call.ts';
import { compressAnswers } from './compress-answers.ts';
import { idempotencyKeyOf, requestHash } from './idempotency.ts';
import { claimKey, saveAnswer } from './idempotency-repository.ts';
import { actorOf, auditDenial } from './identity/audit-caller.ts';
import {
  authenticate,
  hasCredential,
  isByToken,
  type SignedIn,
  type View,
  wallboardKeyIn,
} from './identity/authenticate.ts';
import { requireFreshProof } from './identity/fresh-proof.ts';
import { noteUse, type Rights, type RightsCache, rightsIn } from './identity/rights-cache.ts';
import { NO_SCOPE, parseRequest, scopeOf } from './identity/scope.ts';
import { acceptForms, readForm } from './read-form.ts';

interface CallDeps {
  readonly db: Db;
  readonly rights: RightsCache;
  readonly now: () => Date;
  /** Validates each response against its descriptor. Tests only: too slow for lists of 1,000 rows. */
  readonly validateAnswers: boolean;
  readonly cookies: SiteCookies;
  /** The origin of the console. */
  readonly ownOrigin: string;
}

/** The limit of a known caller's body. */
const BODY_BYTES = 1024 * 1024;

type AnyHandler = (call: Call) => Promise<unknown>;

/** Registers exactly the endpoints of the contract below /api/v1. Each handler gets the services it needs. */
export async function registerCalls<Services extends object>(
  app: FastifyInstance,
  deps: CallDeps,
  handlers: Handlers<Services>,
  services: Services,
): Promise<void> {
  const byName = handlers as unknown as Record<EndpointName, (call: Call & Services) => Promise<unknown>>;
  const handlerOf = (name: EndpointName): AnyHandler => {
    const handler = byName[name];
    return async (call) => (await handler({ ...services, ...call })) ?? {};
  };
  await app.register(
    async (api) => {
      compressAnswers(api);
      const uploads: EndpointName[] = [];
      for (const name of Object.keys(endpoints) as EndpointName[]) {
        if (endpoints[name].bodyKind === 'multipart') uploads.push(name);
        else registerCall(api, deps, name, handlerOf(name));
      }
      // A separate Fastify scope: other calls still refuse a multipart body.
      await api.register(async (scope) => {
        await acceptForms(scope);
        for (const name of uploads) registerCall(scope, deps, name, handlerOf(name));
      });
    },
    { prefix: API_PREFIX },
  );
}

function registerCall(api: FastifyInstance, deps: CallDeps, name: EndpointName, handler: AnyHandler): void {
  const endpoint: Endpoint = endpoints[name];
  api.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    bodyLimit: endpoint.maxBodyBytes ?? BODY_BYTES,
    onRequest: (request) => requireCaller(deps, endpoint, request),
    handler: (request, reply) => answer(deps, name, endpoint, handler, request, reply),
  });
}

/** Runs before the body is read. A caller without a credential may send only what any client may send. */
async function requireCaller(deps: CallDeps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (!isByToken(request)) requireOwnPage(request, deps.ownOrigin, hasEffect(endpoint));
  if (!hasCredential(request, deps.cookies)) throw new AppError('sessionFailed');
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
  if (chunked === undefined && Number(length) <= ANONYMOUS_BODY_BYTES) return;
  await authenticate(deps.db, await deps.rights.current(), senderOf(deps, endpoint, request, deps.now()));
}

/** A GET that another page must not cause: it issues a token or holds one of the user's streams. */
function hasEffect({ method, read, answers }: Endpoint): boolean {
  return method === 'GET' && (!read || answers === 'stream');
}

function senderOf({ cookies }: CallDeps, { whileViewing }: Endpoint, request: FastifyRequest, now: Date) {
  return { request, cookies, now, whileViewing };
}

/** Calls that the console makes without a user action do not extend the session; a write always does. */
const BY_THEMSELVES: ReadonlySet<EndpointName> = new Set(['loginCheck', 'openStream']);

function isActivity(name: EndpointName, { read }: Endpoint, { headers }: FastifyRequest): boolean {
  return !BY_THEMSELVES.has(name) && !(read && headers[UNATTENDED_HEADER] === '1');
}

async function answer(
  deps: CallDeps,
  name: EndpointName,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = deps.now();
  const rights = await deps.rights.current();
  const signedIn = await authenticate(deps.db, rights, senderOf(deps, endpoint, request, now));
  try {
    if (signedIn.by === 'wallboard' || isActivity(name, endpoint, request))
      await deps.rights.noteActivity(signedIn, now);
    if (signedIn.by === 'wallboard' && name === 'loginCheck') renewCookie(deps, request, reply);
    checkAccess(endpoint, signedIn, now);
    const parsed = await parseCall(rights, endpoint, signedIn, request);
    if (endpoint.read || endpoint.holdsNoTransaction) {
      const call = {
        ...parsed,
        db: deps.db,
        ...callerOf(signedIn),
        now,
        request,
        audit: auditAs(deps.db, actorOf(signedIn, request)),
        afterCommit: notAfterRead,
        noteActivity: () => deps.rights.noteActivity(signedIn, now),
        recheck: () => recheck(deps, endpoint, parsed.requested, request),
      };
      return send(deps, endpoint, reply, await handler(call));
    }
    return await write(deps, endpoint, handler, parsed, now, request, reply);
  } catch (error) {
    await auditDenial(deps.db, name, signedIn, request, error);
    throw fromStoreError(error);
  }
}

/** A wallboard that is in use stays signed in. */
function renewCookie({ cookies }: CallDeps, request: FastifyRequest, reply: FastifyReply): void {
  const token = wallboardKeyIn(request, cookies);
  if (token !== undefined) setCookie(reply, cookies.wallboard, token);
}

function callerOf(signedIn: SignedIn): Pick<Call, 'user' | 'view' | 'session' | 'wallboard'> {
  return {
    user: signedIn.user,
    view: signedIn.by === 'session' ? signedIn.view : undefined,
    session: signedIn.by === 'session' ? signedIn.session : undefined,
    wallboard: signedIn.by === 'wallboard' ? signedIn.wallboard : undefined,
  };
}

/**
 * The caller and scope as they are now; null when the session or a right is gone, or could not be read for five minutes. Throws
 * while the database is unavailable for a shorter time.
 */
async function recheck(
  deps: CallDeps,
  endpoint: Endpoint,
  requested: readonly number[] | undefined,
  request: FastifyRequest,
): Promise<Recheck | null> {
  try {
    const rights = await deps.rights.current();
    const now = deps.now();
    const signedIn = await authenticate(deps.db, rights, senderOf(deps, endpoint, request, now));
    checkAccess(endpoint, signedIn, now);
    const { user } = signedIn;
    return { user, scope: scopeOf(await rights.allowed(user), requested) };
  } catch (error) {
    if (error instanceof AppError || deps.rights.areForgotten()) return null;
    throw error;
  }
}

function checkAccess(endpoint: Endpoint, signedIn: SignedIn, now: Date): void {
  const { user } = signedIn;
  if (signedIn.by === 'token' && !mayCallByToken(endpoint, user))
    throw new AppError('noPermission', { reason: 'token' });
  if (signedIn.by === 'wallboard' && !endpoint.wallboards)
    throw new AppError('noPermission', { reason: 'wallboard' });
  if (endpoint.whileViewing === 'asSelf') return;
  if (signedIn.by === 'session' && signedIn.view) checkView(endpoint, signedIn.view);
  if (!mayCall(user, endpoint.access)) throw new AppError('noPermission');
  // A restricted user (status 4) may read but not change anything.
  if (user.status === 4 && !endpoint.read) throw new AppError('noPermission', { reason: 'restricted' });
  // Last: only a caller who may make the change is asked.
  if (endpoint.needsFreshProof) requireFreshProof({ ...callerOf(signedIn), now });
}

/** After a view has ended, a request of its page is refused: it must not get the admin's data unnoticed. */
function checkView({ whileViewing }: Endpoint, { verdict }: View): void {
  if (verdict !== 'allowed') throw new AppError('viewEnded', { reason: verdict });
  if (whileViewing === 'no') throw new AppError('viewingOnly');
}

function mayCallByToken({ tokens }: Endpoint, { onlyMetaGroupIds }: CallingUser): boolean {
  return tokens === 'all' || (tokens === 'unlimited' && onlyMetaGroupIds === undefined);
}

async function parseCall(rights: Rights, endpoint: Endpoint, signedIn: SignedIn, request: FastifyRequest) {
  const { requested, ...parsed } = parseRequest(endpoint, request);
  const rawForm = endpoint.bodyKind === 'multipart' ? await readForm(request) : {};
  const form = parsePart(endpoint.form, rawForm);
  const scope =
    endpoint.subGroupsIn === 'none' ? NO_SCOPE : scopeOf(await rights.allowed(signedIn.user), requested);
  return { ...parsed, form, rawForm, scope, requested };
}

type ParsedCall = Awaited<ReturnType<typeof parseCall>>;

async function write(
  deps: CallDeps,
  endpoint: Endpoint,
  handler: AnyHandler,
  { rawForm, requested, ...parsed }: ParsedCall,
  now: Date,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A file may hold a secret that is shown once. The server does not save it for a resend; a resend gets a
  // new one.
  const key = endpoint.answers === 'file' || endpoint.isSecret ? undefined : idempotencyKeyOf(request);
  const hash = key ? await requestHash(request, rawForm) : '';
  const afterwards: (() => Promise<void>)[] = [];
  const outcome = await deps.db.transaction().execute(async (trx) => {
    // A body may take a minute to arrive: a user who was signed out or demoted meanwhile must change nothing.
    const signedIn = await authenticate(trx, rightsIn(trx), senderOf(deps, endpoint, request, now));
    checkAccess(endpoint, signedIn, now);
    const { userNo } = signedIn.user;
    if (key) {
      const stored = await claimKey(trx, userNo, key, hash);
      if (stored) return stored.response;
    }
    const response = await handler({
      ...parsed,
      db: trx,
      ...callerOf(signedIn),
      now,
      request,
      audit: auditAs(trx, actorOf(signedIn, request)),
      afterCommit: (work) => afterwards.push(work),
      noteActivity: () => noteUse(trx, signedIn, now),
      recheck: () => recheck(deps, endpoint, requested, request),
    });
    if (key) await saveAnswer(trx, userNo, key, response);
    return response;
  });
  for (const work of afterwards) {
    // The change is committed. If updating memory fails now, the next refresh updates it.
    await work().catch((err: unknown) => request.log.error({ err }, 'not done after a commit'));
  }
  return send(deps, endpoint, reply, outcome);
}

function notAfterRead(): never {
  throw new Error('a read commits nothing');
}

function send(deps: CallDeps, endpoint: Endpoint, reply: FastifyReply, result: unknown): FastifyReply {
  if (endpoint.answers === 'file') return sendFile(reply, result as FileAnswer);
  if (endpoint.answers === 'stream') return sendStream(reply, result as StreamAnswer);
  if (deps.validateAnswers) requireDescribed(endpoint, result);
  return reply
    .code(endpoint.success)
    .header('cache-control', 'no-store')
    .send(success(result, endpoint.success));
}

/** A field outside the descriptor would be missing from types and documentation. */
function requireDescribed(endpoint: Endpoint, result: unknown): void {
  assert.deepStrictEqual(result, endpoint.response.parse(result), `answer of ${endpoint.path}`);
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.headers(file.headers ?? {});
  if (file.etag !== undefined) {
    reply.header('etag', file.etag);
    if (reply.request.headers['if-none-match']?.split(/\s*,\s*/).includes(file.etag)) {
      return reply.code(304).send();
    }
  }
  return reply.type(file.contentType).send(file.content);
}

/** From here on the handler writes the response; headers set by hooks are sent with it. */
function sendStream(reply: FastifyReply, start: StreamAnswer): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...withoutAbsent(reply.getHeaders()),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  start(reply.raw);
  return reply;
}

function withoutAbsent(headers: ReturnType<FastifyReply['getHeaders']>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/**
 * Maps metric store errors to the error table: unavailable, full or busy is temporary; a bad query is not.
 */
function fromStoreError(error: unknown): unknown {
  if (!(error instanceof MetricStoreError)) return error;
  return error.kind === 'badInput'
    ? new AppError('invalidParameter', { reason: error.message })
    : new AppError('busy', { reason: error.kind });
}
