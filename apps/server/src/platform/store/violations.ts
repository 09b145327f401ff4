import { isForeignKeyViolation, isUniqueViolation } from '@gwanje/backend/database/connection';
import { AppError, type ErrorDetail } from '@gwanje/contract/errors';

/** The unique index decides, not a look beforehand: of two at once, one gets 8004. */
export function orConflict<T>(work: Promise<T>, detail: ErrorDetail): Promise<T> {
  return work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', detail) : error;
  });
}

/** What was free a moment ago has been taken into use since. */
export function orInUse<T>(work: Promise<T>, detail: ErrorDetail): Promise<T> {
  return work.catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new AppError('inUse', detail) : error;
  });
}
