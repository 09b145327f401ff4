import { PASSWORD_MAX, PASSWORD_MIN } from '@gwanje/contract/users/users';
import { isCommonPassword } from './common-passwords.ts';

export type PasswordError = 'tooShort' | 'tooLong' | 'sameAsUserId' | 'common';

/** Why a new password is refused; undefined: it is accepted. There are no rules about kinds of characters. */
export function passwordError(
  password: string,
  userId: string,
  minLength = PASSWORD_MIN,
): PasswordError | undefined {
  if ([...password].length < minLength) return 'tooShort';
  if (password.length > PASSWORD_MAX) return 'tooLong';
  if (password.toLowerCase() === userId.toLowerCase()) return 'sameAsUserId';
  return isCommonPassword(password) ? 'common' : undefined;
}
