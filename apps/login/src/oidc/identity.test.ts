import { UserId } from '@gwanje/contract/users/users';
import { userIdCandidate } from '@gwanje/domain/forms/user-id';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identityOf, valuesForRules } from './identity.ts';

const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));

function identity(claims: Record<string, unknown>) {
  return identityOf('https://id.example.com', 'subject-1', claims);
}

describe('the user id of a new account', () => {
  test.each([
    [{ preferred_username: 'Hong.Gildong' }, 'hong.gildong'],
    [{ preferred_username: 'hong@example.com' }, 'hong'],
    [{ email: 'gildong@example.com' }, 'gildong'],
    [{ preferred_username: '홍길동', email: 'gildong@example.com' }, 'gildong'],
    [{ preferred_username: 'kim' }, 'user-kim'],
    [{ preferred_username: 'José Álvarez' }, 'jose-alvarez'],
    [{ preferred_username: '--' }, 'user'],
    [{ preferred_username: 12 }, 'user'],
    [{}, 'user'],
  ])('%j: %s', (claims, expected) => expect(identity(claims).userIdBase).toBe(expected));

  test('is valid for any claims, also with a number', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string(),
        fc.nat(9998),
        (username, email, attempt) => {
          const { userIdBase } = identity({ preferred_username: username, email });
          expect(UserId.safeParse(userIdBase).success).toBe(true);
          expect(UserId.safeParse(userIdCandidate(userIdBase, attempt)).success).toBe(true);
        },
      ),
    );
  });
});

test.each(['', 'a\u0000', 'a\n', '\ud800', 'a\udfff', 'x'.repeat(1001)])('%j gives no user', (subject) => {
  expect(() => identityOf('https://id.example.com', subject, {})).toThrow();
});

test.each([
  [{ preferred_username: 'kim@example.com', email: 'k@example.com' }, ['kim@example.com']],
  [{ email: 'k@example.com', email_verified: true }, ['k@example.com']],
  [{ email: 'k@example.com', email_verified: 'true' }, []],
  [{ preferred_username: ['kim'] }, []],
])('%j may have been created beforehand as %j', (claims, expected) =>
  expect(identity(claims).provisionedNames).toEqual(expected),
);

describe('name and e-mail', () => {
  test.each([
    [{ name: ' 홍길동 ' }, '홍길동'],
    [{ name: 'a\u0000b', preferred_username: 'gildong' }, 'gildong'],
    [{ name: '', preferred_username: 'gildong' }, 'gildong'],
    [{ name: '가'.repeat(80) }, '가'.repeat(50)],
    [{}, 'user'],
  ])('%j has the name %s', (claims, expected) => expect(identity(claims).name).toBe(expected));

  test('an invalid e-mail is left out', () => {
    expect(identity({ email: 'gildong@example.com' }).email).toBe('gildong@example.com');
    expect(identity({ email: 'nonsense' }).email).toBeNull();
    expect(identity({ email: ['a@example.com'] }).email).toBeNull();
  });
});

describe('the values for rules', () => {
  const rule = (claim: string) => ({
    claim,
    match: 'exact' as const,
    value: 'x',
    role: null,
    grantedSubGroupIdList: [],
  });
  const claims = {
    groups: ['dev', 'dev', '', 7, 'a\u0000b', ' ops '],
    roles: 'lead',
    email: 'kim@example.com',
  };

  test('are those of the claims that rules name, without duplicates and texts that cannot be stored', () => {
    const rules = { ruleList: [rule('groups'), rule('roles'), rule('missing')], otherwise: 'keep' as const };
    expect(valuesForRules(claims, rules)).toEqual({ groups: ['dev', 'ops'], roles: ['lead'], missing: [] });
  });

  test('without rules are the usual claim alone', () => {
    expect(valuesForRules(claims, { ruleList: [], otherwise: 'keep' })).toEqual({ groups: ['dev', 'ops'] });
  });
});
