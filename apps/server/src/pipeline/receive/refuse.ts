import { type RefusalReason, refusalReasons } from '@gwanje/contract/agent/refusals';
import { AppError, type ErrorDetail, type ErrorName } from '@gwanje/contract/errors';

/**
 * What each refusal is called on the wire. A token that does not count is 8005 (403) and not 9999: that code is a lost
 * login and sends a browser to the login site. An agent keeps its batches and tries again on 401 and 403 alike.
 */
const ERROR_OF = {
  unknownToken: 'noPermission',
  revokedToken: 'noPermission',
  notDecodable: 'invalidParameter',
  tooLarge: 'tooLarge',
  invalidBatch: 'invalidParameter',
  futureClock: 'invalidParameter',
  objectLimit: 'tooLarge',
  seriesLimit: 'tooLarge',
  eventLimit: 'tooLarge',
  changeLimit: 'tooLarge',
} as const satisfies Record<RefusalReason, ErrorName>;

/** An error that an agent's batch gets for good; `detail` may say which field, and what is wrong with it. */
export function refusal(reason: RefusalReason, detail: Omit<ErrorDetail, 'reason'> = {}): AppError {
  return new AppError(ERROR_OF[reason], { ...detail, reason });
}

/** Why the batch was refused for good; undefined for what passes, such as `busy`. */
export function reasonOf(error: unknown): RefusalReason | undefined {
  if (!(error instanceof AppError)) return undefined;
  return refusalReasons.find((reason) => reason === error.detail.reason);
}
