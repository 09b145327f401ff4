import { isProofFresh } from '@gwanje/backend/identity/sessions';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Call } from '../call.ts';

/** Refuses a dangerous change when the user of the session has not proved for some minutes who they are. */
export function requireFreshProof({ session, now }: Pick<Call, 'session' | 'now'>): void {
  if (session && !isProofFresh(session, now)) throw new AppError('proofNeeded');
}
