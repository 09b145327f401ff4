import type { ErrorDetail } from '@gwanje/contract/definition/errors';

/** network: no answer · timeout: no answer in time · noEnvelope: the answer is not in this API's format. */
export type TransportReason = 'network' | 'timeout' | 'noEnvelope';

interface FailureOptions {
  readonly kind: 'code' | 'transport' | 'missingParameter';
  /** A sentence for the user, in the user's language. */
  readonly message: string;
  readonly code?: number;
  readonly transport?: TransportReason;
  readonly detail?: ErrorDetail;
  readonly serverMessage?: string;
  readonly wasShown?: boolean;
  readonly busyMs?: number | null;
}

/** Every failed API call rejects with this error, except when the caller aborts. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureOptions['kind'];
  readonly code: number | null;
  readonly transport: TransportReason | null;
  /** For 8001–8009: the refused field and the reason. */
  readonly detail: ErrorDetail;
  /** The server's message, for logs. */
  readonly serverMessage: string | null;
  /** True if a dialog has already shown the failure. */
  readonly wasShown: boolean;
  /** The Retry-After of a busy server; null if the server was not busy. */
  readonly busyMs: number | null;

  constructor(options: FailureOptions) {
    super(options.message);
    this.kind = options.kind;
    this.code = options.code ?? null;
    this.transport = options.transport ?? null;
    this.detail = options.detail ?? {};
    this.serverMessage = options.serverMessage ?? null;
    this.wasShown = options.wasShown ?? false;
    this.busyMs = options.busyMs ?? null;
  }
}

/** The caller aborted: no message is shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
