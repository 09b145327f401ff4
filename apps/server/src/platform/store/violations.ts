import { isForeignKeyViolation, isUniqueViolation } from '@gwanje/backend/database/connection';
import { AppError, type ErrorDetail } from '@gwanje/contract/definition/errors';

/** The unique index decides, not an earlier read: of two concurrent calls, one gets 8004. */
export function orConflict<T>(work: Promise<T>, detail: ErrorDetail): Promise<T> {
  return work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', detail) : error;
  });
}

/** For an object that was not referenced when it was checked and has been referenced since. */
export function orInUse<T>(work: Promise<T>, detail: ErrorDetail): Promise<T> {
  return work.catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new AppError('inUse', detail) : error;
  });
}
