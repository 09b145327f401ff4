import type { JsonObject } from '../kinds/object/kind.ts';

/** An error in the format of a Kubernetes API server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  /** The answer's body. */
  readonly status: JsonObject;

  constructor(code: number, reason: string, message: string, details?: JsonObject) {
    super(message);
    this.code = code;
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      details,
      code,
    };
  }
}

export function notFound(message = 'the server could not find the requested resource'): ApiError {
  return new ApiError(404, 'NotFound', message, {});
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

export function expired(message: string): ApiError {
  return new ApiError(410, 'Expired', message);
}
