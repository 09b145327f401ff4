import { type RefusalReason, refusalReasons } from '@gwanje/contract/agent/batch-refusals';
import { AppError, type ErrorDetail, type ErrorName } from '@gwanje/contract/definition/errors';

/**
 * The error of each refusal. A bad token is 8005 (403) and not 9999: that code means a lost login session. The agent keeps
 * its batches and tries again on 401 and 403.
 */
const ERROR_OF = {
  unknownToken: 'noPermission',
  revokedToken: 'noPermission',
  wrongTokenRole: 'noPermission',
  agentIdConflict: 'conflict',
  notDecodable: 'invalidParameter',
  tooLarge: 'tooLarge',
  invalidBatch: 'invalidParameter',
  futureClock: 'invalidParameter',
  negativeValue: 'invalidParameter',
  objectLimit: 'tooLarge',
  seriesLimit: 'tooLarge',
  eventLimit: 'tooLarge',
  changeLimit: 'tooLarge',
} as const satisfies Record<RefusalReason, ErrorName>;

/** A permanent refusal of a batch. `detail` may name the field and the error. */
export function refusal(reason: RefusalReason, detail: Omit<ErrorDetail, 'reason'> = {}): AppError {
  return new AppError(ERROR_OF[reason], { ...detail, reason });
}

const MAX_MOVING_S = 3;

/** The cluster is moving to another replica: the agent resends the batch soon. */
export function moving(): AppError {
  return new AppError('busy', { retryAfterS: 1 + Math.floor(Math.random() * MAX_MOVING_S) });
}

/** The reason of a permanent refusal; undefined for other errors, such as `busy`. */
export function reasonOf(error: unknown): RefusalReason | undefined {
  if (!(error instanceof AppError)) return undefined;
  return refusalReasons.find((reason) => reason === error.detail.reason);
}
