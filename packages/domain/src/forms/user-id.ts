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

/** Leaves space for the number that distinguishes equal names. */
const BASE_MAX_LENGTH = USER_ID_MAX_LENGTH - 6;

/** The user id for a person whom an identity provider names: from the first name that has usable characters. */
export function userIdBase(names: readonly unknown[]): string {
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const base = (name.split('@')[0] ?? '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, BASE_MAX_LENGTH)
      .replace(/^[-._]+|[-._]+$/g, '');
    if (base.length >= USER_ID_MIN_LENGTH) return base;
    if (base.length > 0) return `user-${base}`;
  }
  return 'user';
}

/** The first candidate is the base. Further ones have a number. */
export function userIdCandidate(base: string, attempt: number): string {
  return attempt === 0 ? base : `${base}-${attempt + 1}`;
}
