import { z } from 'zod';
import type { AppError } from './errors.ts';

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
