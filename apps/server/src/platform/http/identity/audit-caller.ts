import type { Db } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyRequest } from 'fastify';
import { HiddenObject } from '../../../access/targets.ts';
import { personOf, type SignedIn } from './authenticate.ts';

/** Writes every denial to the audit log, outside the transaction that it rolled back. */
export async function auditDenial(
  db: Db,
  action: string,
  signedIn: SignedIn,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const isDenial =
    error instanceof HiddenObject ||
    (error instanceof AppError &&
      (error.errorName === 'noPermission' ||
        error.errorName === 'subGroupNotAllowed' ||
        error.errorName === 'viewingOnly'));
  if (!isDenial) return;
  const by = actorOf(signedIn, request);
  await recordAudit(db, {
    ...by,
    action,
    outcome: 'denied',
    detail: { code: error.spec.code, ...error.detail, ...by.detail },
    target: error instanceof HiddenObject ? { kind: error.kind, id: error.id } : undefined,
  }).catch((err: unknown) => request.log.error({ err }, 'denial not audited'));
}

/** The detail names the token or wallboard that acted for the person, or the user the person viewed as. */
export function actorOf(signedIn: SignedIn, { ip }: FastifyRequest) {
  const { userNo, userId } = personOf(signedIn);
  return { actor: { userNo, userId }, address: ip, detail: nameDetail(signedIn) };
}

function nameDetail(signedIn: SignedIn): Readonly<Record<string, string>> {
  if (signedIn.by === 'token') return { accessToken: signedIn.holder.name };
  if (signedIn.by === 'wallboard') return { wallboard: signedIn.wallboard.name };
  return signedIn.view?.seen ? { viewAs: signedIn.view.seen.userId } : {};
}
