import type { ErrorDetail } from '@gwanje/contract/errors';

/** network: no answer · timeout: none in time · noEnvelope: an answer that is not this API's. */
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

/** What every call of the API rejects with, except for the caller's own abort. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureOptions['kind'];
  readonly code: number | null;
  readonly transport: TransportReason | null;
  /** For 8001–8009: which field, and why. */
  readonly detail: ErrorDetail;
  /** The server's own words, for logs. */
  readonly serverMessage: string | null;
  /** A dialog has already told the user: show it nowhere else. */
  readonly wasShown: boolean;
  /** For how long the server, being busy, asked to be left alone; null: it did not. */
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

/** A caller that gave up is no failure: nothing is to be shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
