import type { JsonObject } from '../kinds/object/kind.ts';

/** An error in the format of a Kubernetes API server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  /** The answer's body. */
  readonly status: JsonObject;

  /** An expired list has a token to continue with. */
  constructor(code: number, reason: string, message: string, details?: JsonObject, continueToken?: string) {
    super(message);
    this.code = code;
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: continueToken === undefined ? {} : { continue: continueToken },
      status: 'Failure',
      message,
      reason,
      details,
      code,
    };
  }
}

export function notFoundPath(): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function notFound(resource: string, group: string, name: string): ApiError {
  const full = group === '' ? resource : `${resource}.${group}`;
  const details = { name, group: group || undefined, kind: resource };
  return new ApiError(404, 'NotFound', `${full} "${name}" not found`, details);
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

export function expired(message: string, continueToken?: string): ApiError {
  return new ApiError(410, 'Expired', message, undefined, continueToken);
}
