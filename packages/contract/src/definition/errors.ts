import { z } from 'zod';

export interface ErrorSpec {
  readonly code: number;
  readonly status: number;
  /** English, for logs and scripts. Screens have their own message for each code. */
  readonly message: string;
}

/** Clients branch on the code, never on the text. */
export const errors = {
  sessionFailed: { code: 9999, status: 401, message: 'The login session has expired.' },
  subGroupNotAllowed: { code: 8109, status: 403, message: 'The group permission has changed.' },
  unknown: { code: 999, status: 500, message: 'Unknown error.' },
  missingParameter: { code: 8001, status: 400, message: 'The required parameter is missing.' },
  invalidParameter: { code: 8002, status: 400, message: 'A parameter is invalid.' },
  notFound: { code: 8003, status: 404, message: 'Not found.' },
  conflict: { code: 8004, status: 409, message: 'Someone was faster, or the name is taken.' },
  noPermission: { code: 8005, status: 403, message: 'No permission.' },
  tooLarge: { code: 8006, status: 413, message: 'Too large.' },
  tooManyRequests: { code: 8007, status: 429, message: 'Too many requests.' },
  busy: { code: 8008, status: 503, message: 'Busy, try again shortly.' },
  inUse: { code: 8009, status: 409, message: 'In use.' },
  viewingOnly: { code: 8010, status: 403, message: 'Viewing as another user is read-only.' },
  proofNeeded: { code: 8012, status: 403, message: 'Prove your identity again, then resend.' },
  viewEnded: { code: 8011, status: 403, message: 'The view as another user is over; end it to go on.' },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorName = keyof typeof errors;

export const errorNames = Object.keys(errors) as ErrorName[];

export function errorNameOf(code: number): ErrorName | undefined {
  return errorNames.find((name) => errors[name].code === code);
}

/** The `data` of an error answer: the field, and a reason that a client can map to a message. */
export interface ErrorDetail {
  /** Dotted path of the offending field, e.g. `0.name`. */
  readonly field?: string;
  readonly reason?: string;
  readonly [key: string]: unknown;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly errorName: ErrorName;
  readonly detail: ErrorDetail;

  constructor(errorName: ErrorName, detail: ErrorDetail = {}) {
    super(detail.reason ? `${errors[errorName].message} (${detail.reason})` : errors[errorName].message);
    this.errorName = errorName;
    this.detail = detail;
  }

  get spec(): ErrorSpec {
    return errors[this.errorName];
  }
}

/** Every `/api/v1` answer, also an error. */
export const Envelope = z.object({
  code: z.number(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export interface Envelope<Data = unknown> {
  code: number;
  message: string;
  data: Data;
}

export function success<Data>(data: Data, code: 200 | 201 = 200): Envelope<Data> {
  return { code, message: 'OK', data };
}

export function failure(error: AppError): Envelope<object> {
  return { code: error.spec.code, message: error.message, data: { ...error.detail } };
}
