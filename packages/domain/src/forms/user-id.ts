export const USER_ID_MIN_LENGTH = 4;
export const USER_ID_MAX_LENGTH = 32;

export type UserIdError = 'empty' | 'tooShort' | 'tooLong' | 'invalidCharacter';

/** Why a user id is refused; undefined: it is accepted. 4–32 of a–z, 0–9, '.', '-', '_'. */
export function userIdError(userId: string): UserIdError | undefined {
  if (userId === '') return 'empty';
  if (!/^[a-z0-9._-]*$/.test(userId)) return 'invalidCharacter';
  if (userId.length < USER_ID_MIN_LENGTH) return 'tooShort';
  return userId.length > USER_ID_MAX_LENGTH ? 'tooLong' : undefined;
}
