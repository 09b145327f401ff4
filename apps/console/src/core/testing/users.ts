import { UserNo } from '@gwanje/contract/definition/fields';
import type { User } from '@gwanje/contract/users/users';

export function testUser(overrides: Partial<User> = {}): User {
  return {
    userNo: UserNo.parse(7),
    userId: 'someone',
    name: '누군가',
    email: null,
    role: 2, // a user without admin rights
    isKeyUser: 'N',
    status: 1, // normal
    isSingleSignOn: 'N',
    createdAt: '2026-01-01T00:00:00+09:00',
    updatedAt: '2026-01-01T00:00:00+09:00',
    lastLoginAt: null,
    version: 1,
    ...overrides,
  };
}
