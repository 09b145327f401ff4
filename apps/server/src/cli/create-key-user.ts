import { isUniqueViolation } from '@gwanje/backend/database/connection';
import { openStore } from '@gwanje/backend/database/open-store';
import { auditAs } from '@gwanje/backend/identity/audit';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { checkName } from '@gwanje/contract/definition/fields';
import { passwordError } from '@gwanje/domain/forms/password';
import { userIdError } from '@gwanje/domain/forms/user-id';
import type { ServerSettings } from '../config.ts';
import { insertUser } from '../features/users/user-repository.ts';
import { startOwnDatabase } from './backup/own-database.ts';
import { BY_COMMAND } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Prompt } from './prompt.ts';

/** Creates the first account of an installation, or a new key admin when no key admin can sign in. */
export async function createKeyUser(settings: ServerSettings, prompt: Prompt): Promise<void> {
  const userId = await prompt.ask('User id (4-32 of a-z 0-9 . - _)');
  const idError = userIdError(userId);
  if (idError) throw new CommandError(`This user id cannot be used: ${idError}.`);
  const name = checkName(await prompt.ask('Name'));
  if (!name.ok) throw new CommandError(`This name cannot be used: ${name.error}.`);

  await using stack = new AsyncDisposableStack();
  stack.use(await startOwnDatabase(settings));
  const store = await openStore(settings);
  stack.defer(() => store.close());
  const { passwordMinLength } = (await readSecuritySettings(store.db)).settings;
  const password = await prompt.askSecret(`Password (${passwordMinLength} characters or more)`);
  const error = passwordError(password, userId, passwordMinLength);
  if (error) throw new CommandError(`This password cannot be used: ${error}.`);
  if ((await prompt.askSecret('Password again')) !== password)
    throw new CommandError('The passwords differ.');
  try {
    const passwordHash = await hashPassword(password);
    const now = new Date();
    await store.db.transaction().execute(async (trx) => {
      const user = { userId, name: name.name, email: null, role: 1, isKeyUser: true, passwordHash };
      const userNo = await insertUser(trx, user, now);
      await auditAs(trx, BY_COMMAND)('user.insert', userNo, { userId, role: 1, isKeyUser: 'Y' });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new CommandError(`The user id ${userId} is taken.`);
    throw error;
  }
  prompt.say(`${userId} is a key admin now. Sign in at ${settings.loginUrl}/login`);
}
