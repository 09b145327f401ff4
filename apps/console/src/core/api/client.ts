import type { BodyIn, Endpoint, ParamsIn, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type ErrorName, errorNameOf, errors } from '@gwanje/contract/definition/errors';
import type { z } from 'zod';
import { logWarning } from '#core/browser/log.ts';
import { t } from '#core/i18n/i18n.ts';
import { ApiFailure } from './api-failure.ts';
import { waitWhileBusy } from './busy-server.ts';
import { missingParameter, type PreparedRequest, prepareRequest, type RequestInput } from './request.ts';
import { type Answer, type ChunkReader, type FileAnswer, send } from './transport.ts';
import { isUnattended } from './user-activity.ts';

/**
 * Functions of the session and the groups. These modules use the client, so `core/start.ts` passes the functions in.
 * The client opens no dialog: `onRefused` and `confirmResend` do.
 */
export interface CallHooks {
  /** The selected sub groups, loaded first if there are none; empty only for a user without any group. */
  readonly subGroupIds: () => Promise<readonly number[]>;
  /** Called with the error code of every refused call, before the call rejects. */
  readonly onRefused: (code: number | null) => void;
  /** Asks the user whether to send a failed write again. */
  readonly confirmResend: (failure: ApiFailure) => Promise<boolean>;
  /** Asks who the user is; false if the user does not answer. */
  readonly proveIdentity: () => Promise<boolean>;
  /** True if an admin views as another user, or the page is a wallboard: only reads are sent. */
  readonly isReadOnlySession: () => boolean;
  /** True if the account may read but not write. */
  readonly isRestrictedUser: () => boolean;
  /** True while the page goes to the login site: no dialog is shown. */
  readonly isLeaving: () => boolean;
}

let hooks: CallHooks | null = null;

export function setCallHooks(callHooks: CallHooks): void {
  hooks = callHooks;
}

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsIn<E>;
  readonly query?: z.input<E['query']>;
  readonly body?: BodyIn<E>;
  readonly form?: FormData;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Replaces the selected sub groups. */
  readonly subGroupIds?: readonly number[];
  /** Receives the content of a file or stream while it arrives; the returned file is then empty. */
  readonly onChunk?: ChunkReader;
}

type NeededParams<E extends Endpoint> = keyof E['params']['shape'] extends never
  ? unknown
  : { params: ParamsIn<E> };
type NeededBody<E extends Endpoint> =
  // biome-ignore lint/complexity/noBannedTypes: tests whether the body is optional
  undefined extends BodyIn<E> ? unknown : {} extends BodyIn<E> ? unknown : { body: BodyIn<E> };
export type NeededInput<E extends Endpoint> = CallInput<E> & NeededParams<E> & NeededBody<E>;
/** The input is optional if the endpoint needs none. */
type CallArguments<E extends Endpoint> =
  // biome-ignore lint/complexity/noBannedTypes: tests whether the input is optional
  {} extends NeededInput<E> ? [input?: NeededInput<E>] : [input: NeededInput<E>];

interface LooseInput extends RequestInput {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly subGroupIds?: readonly number[] | undefined;
  readonly onChunk?: ChunkReader | undefined;
}

/**
 * One call of the API. Resolves with the answer's data (`{}` if it has none). Rejects with an `ApiFailure`, or with the
 * abort of the caller's signal.
 */
export function call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<ResponseOf<E>> {
  return callWith(endpoint, input ?? {});
}

/** `call` for code that is generic over endpoints: its caller has checked the input's type. */
export function callWith<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>;
export async function callWith(endpoint: Endpoint, input: LooseInput): Promise<unknown> {
  const answer = await perform(endpoint, input);
  return answer.kind === 'envelope' ? answer.data : {};
}

/** `call` for endpoints that answer with a file. */
export function download<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<FileAnswer> {
  return downloadWith(endpoint, input ?? {});
}

/** `call` for an endpoint that answers with a stream; resolves when the server ends it. */
export async function readStream<E extends Endpoint>(
  endpoint: E,
  input: NeededInput<E> & { readonly onChunk: ChunkReader },
): Promise<void> {
  await downloadWith<E>(endpoint, input);
}

/** `callWith` for endpoints that answer with a file. */
export function downloadWith<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<FileAnswer>;
export async function downloadWith(endpoint: Endpoint, input: LooseInput): Promise<FileAnswer> {
  const answer = await perform(endpoint, input);
  if (answer.kind === 'file') return answer.file;
  throw transportFailure({ reason: 'noEnvelope', busyMs: null }, false);
}

/** The failure of an answer that ends before its last part, although the connection was closed properly. */
export function cutOffFailure(): ApiFailure {
  return transportFailure({ reason: 'cutOff', busyMs: null }, false);
}

type Success = Exclude<Answer, { kind: 'transport' }>;

async function perform(endpoint: Endpoint, input: LooseInput): Promise<Success> {
  if (!hooks) throw new Error('setCallHooks must come before the first call');
  const missing = missingParameter(endpoint, input);
  if (missing !== null) throw missingFailure(endpoint, missing);
  if (endpoint.whileViewing === 'no' && hooks.isReadOnlySession())
    throw refusal('viewingOnly', t('errors.code.viewingOnly'));
  // An admin who views as a restricted user may still end the view.
  const isOwn = endpoint.whileViewing === 'asSelf';
  if (!endpoint.read && !isOwn && hooks.isRestrictedUser())
    throw refusal('noPermission', t('errors.readerOnly'));

  const request = requestOf(endpoint, input, hooks);
  const sinceMs = Date.now();
  for (;;) {
    const answer = await attempt(endpoint, input, request);
    if (!(answer instanceof ApiFailure)) return answer;
    hooks.onRefused(answer.code);
    if (answer.code === errors.proofNeeded.code && !hooks.isLeaving() && (await hooks.proveIdentity()))
      continue;
    if (!(await shouldResend(endpoint, answer, sinceMs, input.signal))) throw answer;
  }
}

/**
 * A write is resent byte for byte: the server refuses an Idempotency-Key with another body. A read is prepared for each
 * attempt, because the selected groups may change while it waits.
 */
function requestOf(endpoint: Endpoint, input: LooseInput, { subGroupIds }: CallHooks) {
  const idempotencyKey = endpoint.read ? null : newIdempotencyKey();
  let prepared: PreparedRequest | null = null;
  return async (): Promise<PreparedRequest> => {
    if (prepared && !endpoint.read) return prepared;
    const ids = endpoint.subGroupsIn === 'none' ? null : (input.subGroupIds ?? (await subGroupIds()));
    prepared = prepareRequest(endpoint, input, ids, idempotencyKey, endpoint.read && isUnattended());
    return prepared;
  };
}

async function attempt(
  endpoint: Endpoint,
  input: LooseInput,
  request: () => Promise<PreparedRequest>,
): Promise<Success | ApiFailure> {
  let prepared: PreparedRequest;
  try {
    prepared = await request();
  } catch (error) {
    // The groups could not be loaded.
    if (error instanceof ApiFailure && offersRetry(endpoint)) return error;
    throw error;
  }
  const answer = await send(prepared, { ...input, answers: endpoint.answers });
  if (answer.kind === 'transport') return transportFailure(answer, offersRetry(endpoint));
  if (answer.kind === 'envelope' && (answer.code < 200 || answer.code > 299))
    return codeFailure(endpoint, answer);
  return answer;
}

/** A read is resent while the server is busy; another call only when the user says so. */
async function shouldResend(
  endpoint: Endpoint,
  failure: ApiFailure,
  sinceMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (hooks?.isLeaving()) return false;
  if (offersRetry(endpoint)) return mayRetry(failure) && (hooks?.confirmResend(failure) ?? false);
  if (!endpoint.read || failure.busyMs === null || !(await waitWhileBusy(failure.busyMs, sinceMs, signal)))
    return false;
  return !hooks?.isLeaving();
}

/** A failed GET rejects with its error text, also the one that issues a token. */
function offersRetry({ read, method }: Endpoint): boolean {
  return !read && method !== 'GET';
}

/** A resend after a known error code would fail again; after a missing or unknown response it may succeed. */
function mayRetry(failure: ApiFailure): boolean {
  return failure.code === null ? failure.kind === 'transport' : isUnknown(failure.code);
}

function isUnknown(code: number): boolean {
  return (errorNameOf(code) ?? 'unknown') === 'unknown';
}

function missingFailure(endpoint: Endpoint, parameter: string): ApiFailure {
  const message = t('errors.requiredParameter');
  logWarning(`${message} ${endpoint.method} ${endpoint.path}: ${parameter}`);
  return new ApiFailure({ kind: 'missingParameter', message, detail: { field: parameter } });
}

/** The same error as for a refusal by the server. */
function refusal(name: 'viewingOnly' | 'noPermission', message: string): ApiFailure {
  const { code, message: serverMessage } = errors[name];
  return new ApiFailure({ kind: 'code', code, message, serverMessage });
}

function transportFailure(
  { reason, busyMs }: Pick<Answer & { kind: 'transport' }, 'reason' | 'busyMs'>,
  wasShown: boolean,
): ApiFailure {
  return new ApiFailure({
    kind: 'transport',
    message: t(`errors.transport.${reason}`),
    transport: reason,
    wasShown,
    busyMs,
  });
}

/** Errors that open a dialog of their own. */
const SHOWN_ELSEWHERE: ReadonlySet<ErrorName> = new Set([
  'sessionFailed',
  'subGroupNotAllowed',
  'viewEnded',
  'proofNeeded',
]);

function codeFailure(
  endpoint: Endpoint,
  { code, message: serverMessage, data, busyMs }: Answer & { kind: 'envelope' },
): ApiFailure {
  const name = errorNameOf(code);
  const isRetried = offersRetry(endpoint) && isUnknown(code);
  const message = isRetried || !name ? t('errors.withCode', { code }) : t(`errors.code.${name}`);
  const wasShown = isRetried || (name !== undefined && SHOWN_ELSEWHERE.has(name));
  return new ApiFailure({
    kind: 'code',
    code,
    message,
    serverMessage,
    detail: { ...data },
    wasShown,
    busyMs,
  });
}

/** `crypto.randomUUID` is absent over plain HTTP; random bytes are not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
