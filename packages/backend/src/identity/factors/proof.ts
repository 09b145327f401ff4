import { AppError } from '@gwanje/contract/definition/errors';
import type { GivenProof, ProofMethod } from '@gwanje/contract/users/proof';
import type { Db } from '../../database/schema.ts';
import { recordAudit } from '../audit.ts';
import { beginAttempt, clearAttempts, lockedError, sessionKey, userRule } from '../login-throttle.ts';
import { verifyPassword } from '../passwords.ts';
import { readSecuritySettings } from '../security-settings.ts';
import { type LiveSession, noteProof } from '../sessions.ts';
import { hasSecondFactor, readFactors, useFactorCode } from './factors.ts';
import type { PasskeySite } from './passkey-site.ts';
import { usePasskey } from './passkeys.ts';

/**
 * How the user of a session proves who they are: with the second factor, or with the password if there is none. Users of
 * single sign-on do it at their provider.
 */
export async function proofMethods(
  db: Db,
  { userNo, passwordHash }: LiveSession['account'],
  site: PasskeySite | undefined,
): Promise<readonly ProofMethod[]> {
  if (passwordHash === null) return ['singleSignOn'];
  const factors = await readFactors(db, userNo);
  if (!hasSecondFactor(factors)) return ['password'];
  return [
    ...(site && factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    // A recovery code is typed in the same field.
    'code',
  ];
}

/**
 * Checks the proof and notes its time in the session. Wrong ones count for the session alone, so that an unattended browser cannot
 * be used to guess. Answers 8002 with the field that is wrong.
 */
export async function proveIdentity(
  db: Db,
  session: LiveSession,
  given: GivenProof,
  site: PasskeySite | undefined,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<void> {
  const { account, tokenHash } = session;
  const { settings } = await readSecuritySettings(db);
  const key = sessionKey(tokenHash);
  const attempt = await beginAttempt(db, key, userRule(settings), now);
  if (attempt.kind === 'locked') throw lockedError(attempt.until, now);
  const about = {
    actor: account,
    action: 'session.prove' as const,
    target: { kind: 'user', id: account.userNo },
    address,
  };
  const method = await db.transaction().execute(async (trx) => {
    const proved = await check(trx, session, given, site, now);
    if (proved) {
      await noteProof(trx, tokenHash, now);
      await clearAttempts(trx, key);
    }
    await recordAudit(trx, {
      ...about,
      outcome: proved ? 'done' : 'failed',
      detail: { method: proved ?? fieldOf(given) },
    });
    return proved;
  });
  if (method === undefined)
    throw new AppError('invalidParameter', { field: fieldOf(given), reason: 'wrongProof' });
}

async function check(
  trx: Db,
  { account, tokenHash }: LiveSession,
  { password, code, passkey }: GivenProof,
  site: PasskeySite | undefined,
  now: Date,
): Promise<string | undefined> {
  const methods = await proofMethods(trx, account, site);
  if (password !== undefined && methods.includes('password'))
    return (await verifyPassword(account.passwordHash, password)) ? 'password' : undefined;
  if (code !== undefined && methods.includes('code')) return useFactorCode(trx, account.userNo, code, now);
  if (passkey !== undefined && site && methods.includes('passkey')) {
    const used = await usePasskey(trx, site, passkey, tokenHash, now);
    return used?.userNo === account.userNo ? 'passkey' : undefined;
  }
  return undefined;
}

function fieldOf({ password, code }: GivenProof): 'password' | 'code' | 'passkey' {
  if (password !== undefined) return 'password';
  return code === undefined ? 'passkey' : 'code';
}
