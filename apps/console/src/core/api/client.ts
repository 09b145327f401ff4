import type { BodyIn, Endpoint, ParamsIn, ResponseOf } from '@gwanje/contract/endpoint';
import { errorNameOf, errors } from '@gwanje/contract/errors';
import type { z } from 'zod';
import { logWarning } from '#core/browser/log.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { ApiFailure } from './api-failure.ts';
import { isUnattended } from './attendance.ts';
import { waitWhileBusy } from './busy-server.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { missingParameter, type PreparedRequest, prepareRequest, type RequestInput } from './request.ts';
import { type Answer, type FileAnswer, send } from './transport.ts';

/** What the session and the groups do for every call; they are built on calls themselves, hence not imported. */
export interface CallHooks {
  /** The selected sub groups, rebuilt first where there are none; empty only for a user who is allowed nothing. */
  readonly subGroupIds: () => Promise<readonly number[]>;
  readonly sessionFailed: () => void;
  readonly groupsChanged: () => void;
  readonly viewEnded: () => void;
  /** Somebody looks with another's eyes: only reads are sent. */
  readonly isViewing: () => boolean;
  /** Who is signed in may look, and change nothing. */
  readonly isReader: () => boolean;
  /** Logging out, or on the way to the login site: nothing more is shown. */
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
}

type NeededParams<E extends Endpoint> = keyof E['params']['shape'] extends never
  ? unknown
  : { params: ParamsIn<E> };
type NeededBody<E extends Endpoint> =
  // biome-ignore lint/complexity/noBannedTypes: asks whether a body may be left out altogether
  undefined extends BodyIn<E> ? unknown : {} extends BodyIn<E> ? unknown : { body: BodyIn<E> };
export type NeededInput<E extends Endpoint> = CallInput<E> & NeededParams<E> & NeededBody<E>;
/** The input may be left out where the endpoint needs none. */
export type CallArguments<E extends Endpoint> =
  // biome-ignore lint/complexity/noBannedTypes: asks whether the input may be left out altogether
  {} extends NeededInput<E> ? [input?: NeededInput<E>] : [input: NeededInput<E>];

interface LooseInput extends RequestInput {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * One call of the API. Resolves with the answer's data (`{}` where the answer had none) and rejects with an `ApiFailure`,
 * or with the abort of the caller's own signal.
 */
export function call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<ResponseOf<E>>;
export function call(endpoint: Endpoint, input: LooseInput = {}): Promise<unknown> {
  return dataOf(endpoint, input);
}

/** As `call`, for code that is generic over endpoints and has its input checked where it is given. */
export function callWith<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>;
export function callWith(endpoint: Endpoint, input: LooseInput): Promise<unknown> {
  return dataOf(endpoint, input);
}

async function dataOf(endpoint: Endpoint, input: LooseInput): Promise<unknown> {
  const answer = await perform(endpoint, input);
  return answer.kind === 'envelope' ? answer.data : {};
}

/** As `call`, for the endpoints that answer a file. */
export function download<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<FileAnswer>;
export async function download(endpoint: Endpoint, input: LooseInput = {}): Promise<FileAnswer> {
  const answer = await perform(endpoint, input);
  if (answer.kind === 'file') return answer.file;
  throw transportFailure({ reason: 'noEnvelope', busyMs: null }, false);
}

type Success = Exclude<Answer, { kind: 'transport' }>;

async function perform(endpoint: Endpoint, input: LooseInput): Promise<Success> {
  if (!hooks) throw new Error('setCallHooks must come before the first call');
  const missing = missingParameter(endpoint, input);
  if (missing !== null) throw missingFailure(endpoint, missing);
  if (endpoint.whileViewing === 'no' && hooks.isViewing()) throw viewingFailure();
  // Whoever looks with a reader's eyes may be oneself again.
  const isOwn = endpoint.whileViewing === 'asSelf';
  if (!endpoint.read && !isOwn && hooks.isReader()) throw readerFailure();

  const request = preparedOnce(endpoint, input, hooks);
  const sinceMs = Date.now();
  for (;;) {
    const answer = await attempt(endpoint, input, request);
    if (!(answer instanceof ApiFailure)) return answer;
    heedRefusal(answer.code);
    if (!(await isWorthAnother(endpoint, answer, sinceMs, input.signal))) throw answer;
  }
}

/** Whatever was refused so: the whole page is concerned. */
export function heedRefusal(code: number | null): void {
  if (code === errors.sessionFailed.code) hooks?.sessionFailed();
  if (code === errors.subGroupNotAllowed.code) hooks?.groupsChanged();
  if (code === errors.viewEnded.code) hooks?.viewEnded();
}

/** A resend must be the same request to the letter, or its Idempotency-Key would not stand for it. */
function preparedOnce(endpoint: Endpoint, input: LooseInput, { subGroupIds }: CallHooks) {
  const idempotencyKey = endpoint.read ? null : newIdempotencyKey();
  let prepared: PreparedRequest | null = null;
  return async (): Promise<PreparedRequest> => {
    const ids = prepared || endpoint.subGroupsIn === 'none' ? null : await subGroupIds();
    prepared ??= prepareRequest(endpoint, input, ids, idempotencyKey, endpoint.read && isUnattended());
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
    // For a read, those who were asked for the groups have been patient enough.
    if (error instanceof ApiFailure && !endpoint.read) return error;
    throw error;
  }
  const answer = await send(prepared, { ...input, answers: endpoint.answers });
  if (answer.kind === 'transport') return transportFailure(answer, !endpoint.read);
  if (answer.kind === 'envelope' && (answer.code < 200 || answer.code > 299))
    return codeFailure(endpoint, answer);
  return answer;
}

/** A read is sent again by itself while the server is busy, a write by the user's own word alone. */
async function isWorthAnother(
  endpoint: Endpoint,
  failure: ApiFailure,
  sinceMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (hooks?.isLeaving()) return false;
  if (!endpoint.read) return mayRetry(failure) && offerRetry(failure);
  if (failure.busyMs === null || !(await waitWhileBusy(failure.busyMs, sinceMs, signal))) return false;
  return !hooks?.isLeaving();
}

/** Known refusals would be refused again; only what is unknown, or never answered, is worth sending again. */
function mayRetry(failure: ApiFailure): boolean {
  return failure.code === null ? failure.kind === 'transport' : isUnknown(failure.code);
}

function isUnknown(code: number): boolean {
  return (errorNameOf(code) ?? 'unknown') === 'unknown';
}

function offerRetry(failure: ApiFailure): Promise<boolean> {
  return showConfirm({
    title: t('dialogs.taskFailed'),
    text: t('dialogs.taskFailedText'),
    ...(failure.code !== null && { captionMsg: failure.message }),
    textConfirm: t('common.retry'),
  });
}

function missingFailure(endpoint: Endpoint, parameter: string): ApiFailure {
  const message = t('errors.requiredParameter');
  logWarning(`${message} ${endpoint.method} ${endpoint.path}: ${parameter}`);
  return new ApiFailure({ kind: 'missingParameter', message, detail: { field: parameter } });
}

/** As the server would refuse it. */
function viewingFailure(): ApiFailure {
  const { code, message: serverMessage } = errors.viewingOnly;
  return new ApiFailure({ kind: 'code', code, message: t('errors.code.viewingOnly'), serverMessage });
}

function readerFailure(): ApiFailure {
  const { code, message: serverMessage } = errors.noPermission;
  return new ApiFailure({ kind: 'code', code, message: t('errors.readerOnly'), serverMessage });
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

function codeFailure(
  endpoint: Endpoint,
  { code, message: serverMessage, data, busyMs }: Answer & { kind: 'envelope' },
): ApiFailure {
  const name = errorNameOf(code);
  const isRetried = !endpoint.read && isUnknown(code);
  const message = isRetried || !name ? t('errors.withCode', { code }) : t(`errors.code.${name}`);
  const wasShown =
    isRetried || name === 'sessionFailed' || name === 'subGroupNotAllowed' || name === 'viewEnded';
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
