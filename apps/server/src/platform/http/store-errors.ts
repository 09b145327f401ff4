import { AppError } from '@gwanje/contract/definition/errors';
import { MetricStoreError } from '@gwanje/metric-store/interface';

/** Maps metric store errors to the error table: away, full or busy is temporary; a bad query is not. */
export function fromStoreError(error: unknown): unknown {
  if (!(error instanceof MetricStoreError)) return error;
  return error.kind === 'badInput'
    ? new AppError('invalidParameter', { reason: error.message })
    : new AppError('busy', { reason: error.kind });
}
