import type { Db } from '@gwanje/backend/database/schema';
import { hasSecondFactor, readFactors } from '@gwanje/backend/identity/factors/factors';
import { toUser, type UserRow } from '@gwanje/backend/identity/users';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { roleChoiceOf } from '@gwanje/domain/access/permissions';

/** After the password: the second factor, or its enrolment when the role needs one and the user has none. */
export interface SecondStep {
  readonly next: 'secondFactor' | 'enrolment';
}

export async function neededStep(
  db: Db,
  account: UserRow,
  settings: SecuritySettings,
): Promise<SecondStep | undefined> {
  if (hasSecondFactor(await readFactors(db, account.userNo))) return { next: 'secondFactor' };
  return isFactorRequired(account, settings) ? { next: 'enrolment' } : undefined;
}

export function isFactorRequired(
  account: UserRow,
  { factorRoles }: Pick<SecuritySettings, 'factorRoles'>,
): boolean {
  return factorRoles.includes(roleChoiceOf(toUser(account)));
}
