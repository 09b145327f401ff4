import type { JsonObject } from '../kinds/object/kind.ts';

/** An error in the format of a Kubernetes API server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly reason: string;
  readonly details: JsonObject | undefined;
  /** Sent with an expired list: the token to continue with. */
  readonly continueToken: string | undefined;

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: JsonObject | undefined,
    continueToken?: string,
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.continueToken = continueToken;
  }
}

export function statusOf(error: ApiError): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: error.continueToken === undefined ? {} : { continue: error.continueToken },
    status: 'Failure',
    message: error.message,
    reason: error.reason,
    details: error.details,
    code: error.code,
  };
}

export function unauthorized(): ApiError {
  return new ApiError(401, 'Unauthorized', 'Unauthorized');
}

export function notFoundPath(): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function notFound(resource: string, group: string, name: string): ApiError {
  const full = group === '' ? resource : `${resource}.${group}`;
  return new ApiError(404, 'NotFound', `${full} "${name}" not found`, {
    name,
    group: group === '' ? undefined : group,
    kind: resource,
  });
}

export function methodNotAllowed(): ApiError {
  return new ApiError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

export function expired(message: string, continueToken?: string): ApiError {
  return new ApiError(410, 'Expired', message, undefined, continueToken);
}
