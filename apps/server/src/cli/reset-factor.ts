import { openStore } from '@gwanje/backend/database/open-store';
import { auditAs } from '@gwanje/backend/identity/audit';
import { hasSecondFactor, readFactors, resetFactors } from '@gwanje/backend/identity/factors/factors';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { findUserById } from '@gwanje/backend/identity/users';
import type { ServerSettings } from '../config.ts';
import { startOwnDatabase } from './backup/own-database.ts';
import { BY_COMMAND, type CommandInput } from './command.ts';
import { CommandError } from './command-error.ts';

/** For the last key admin who has lost every factor and recovery code: nobody else may reset them. */
export async function resetFactor(
  settings: ServerSettings,
  { args: [userId = ''], say }: CommandInput,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  stack.use(await startOwnDatabase(settings));
  const { db, close } = await openStore(settings);
  stack.defer(close);
  const user = await findUserById(db, userId.toLowerCase());
  if (!user) throw new CommandError(`There is no user ${userId}.`);
  if (!hasSecondFactor(await readFactors(db, user.userNo)))
    throw new CommandError(`${userId} has no second factor.`);
  await db.transaction().execute(async (trx) => {
    await resetFactors(trx, user.userNo);
    await endAllSessionsOfUser(trx, user.userNo);
    await auditAs(trx, BY_COMMAND)('user.resetFactors', user.userNo, { userId: user.userId });
  });
  say(`${userId} signs in with the password alone now, and sets up a new factor if the role needs one.`);
}
