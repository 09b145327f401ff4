import type { ErrorDetail } from '@gwanje/contract/definition/errors';

/**
 * network: no answer · timeout: no answer in time · noEnvelope: the answer is not in this API's format · cutOff: the
 * answer ends in the middle.
 */
export type TransportReason = 'network' | 'timeout' | 'noEnvelope' | 'cutOff';

type FailureOptions = Pick<ApiFailure, 'kind' | 'message'> &
  Partial<Pick<ApiFailure, 'code' | 'transport' | 'detail' | 'serverMessage' | 'wasShown' | 'busyMs'>>;

/** Every failed API call rejects with this error, except when the caller aborts. Its message is for the user. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: 'code' | 'transport' | 'missingParameter';
  readonly code: number | null = null;
  readonly transport: TransportReason | null = null;
  /** For 8001–8009: the refused field and the reason. */
  readonly detail: ErrorDetail = {};
  /** The server's message, for logs. */
  readonly serverMessage: string | null = null;
  /** True if a dialog has already shown the failure. */
  readonly wasShown: boolean = false;
  /** The Retry-After of a busy server; null if the server was not busy. */
  readonly busyMs: number | null = null;

  constructor({ message, kind, ...more }: FailureOptions) {
    super(message);
    this.kind = kind;
    Object.assign(this, more);
  }
}

/** The caller aborted: no message is shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
