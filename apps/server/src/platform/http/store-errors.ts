import { AppError } from '@gwanje/contract/errors';
import { MetricStoreError } from '@gwanje/metric-store/interface';

/** What the metric store says, in words of the error table: away, full or busy passes; a bad question does not. */
export function fromStoreError(error: unknown): unknown {
  if (!(error instanceof MetricStoreError)) return error;
  return error.kind === 'badInput'
    ? new AppError('invalidParameter', { reason: error.message })
    : new AppError('busy', { reason: error.kind });
}
