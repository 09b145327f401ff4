import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import type { Person } from './person.ts';

/** Keys whose value is a user id. User ids are unique, so it can only be that user. */
const USER_ID_KEYS = new Set(['userId', 'actorUserId', 'viewAs']);

/**
 * The value without the person: e-mail addresses everywhere, user ids and subjects where a key says so, and every name inside an object about the
 * person, which is one with the person's `userNo`, or with the number beside it: `confirmedByNo` beside `confirmedBy`. Another person of the same name stays. `isAbout`: the whole value is about the person.
 */
export function eraseFromJson<T>(value: T, person: Person, isAbout = false): T {
  return erase(value, '', isAbout) as T;

  function erase(part: unknown, key: string, isOwn: boolean): unknown {
    if (typeof part === 'string') return eraseText(part, key, isOwn);
    if (Array.isArray(part)) return part.map((item) => erase(item, key, isOwn));
    if (typeof part !== 'object' || part === null) return part;
    const fields = Object.entries(part);
    const isOwnObject = isOwn || fields.some(([name, no]) => name === 'userNo' && no === person.userNo);
    const isOwnField = (name: string) =>
      fields.some(([other, no]) => other === `${name}No` && no === person.userNo);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, erase(field, name, isOwnObject || isOwnField(name))]),
    );
  }

  function eraseText(text: string, key: string, isOwn: boolean): string {
    const { userIds, names, providerNames, userNo } = person;
    const isNamed = isOwn && [names, userIds, providerNames].some((known) => known.includes(text));
    const isUserId = USER_ID_KEYS.has(key) && userIds.includes(text);
    if (isNamed || isUserId || isSubject(key, text, person)) return pseudonymOf(userNo);
    return eraseEmails(text, person);
  }
}

/** Whether the value is the person's subject at the identity provider, as a sign-on that was refused records it. */
export function isSubject(key: string, value: unknown, { providerNames }: Person): boolean {
  return key === 'subject' && typeof value === 'string' && providerNames.includes(value);
}

export function eraseEmails(text: string, { emails, userNo }: Person): string {
  let left = text;
  for (const email of emails) {
    // Not the end of a longer address, or its beginning.
    const address = new RegExp(
      `(?<![\\w.+-])${email.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\w-]|\\.\\w)`,
      'giu',
    );
    left = left.replace(address, pseudonymOf(userNo));
  }
  return left;
}
