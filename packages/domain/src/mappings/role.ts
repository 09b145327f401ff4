/** 10 is used only in role choices. In the API a representative admin is role 1 with isKeyUser 'Y'. */
export const roleIds = { keyAdmin: 10, totalAdmin: 1, groupAdmin: 3, user: 2 } as const;
type RoleKey = `role.${keyof typeof roleIds}`;

/** The display name of a user's role. */
export function roleKey(role: number, isKeyUser: string): RoleKey {
  if (role === roleIds.totalAdmin) return isKeyUser === 'Y' ? 'role.keyAdmin' : 'role.totalAdmin';
  return role === roleIds.groupAdmin ? 'role.groupAdmin' : 'role.user';
}

/** The display name of a role in a list of choices. */
export function roleChoiceKey(roleChoice: number): RoleKey {
  return roleChoice === roleIds.keyAdmin ? 'role.keyAdmin' : roleKey(roleChoice, 'N');
}
