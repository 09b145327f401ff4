import type { Access } from '@gwanje/contract/definition/endpoint';
import type { Role, RoleChoice, YesNo } from '@gwanje/contract/definition/fields';

export interface Actor {
  readonly userNo: number;
  readonly role: Role;
  readonly isKeyUser: YesNo;
  /**
   * For an access token: the role of its creator, which decides the groups. `role` limits the actions there.
   */
  readonly standsFor?: Role;
}

export type RoleHolder = Pick<Actor, 'role' | 'isKeyUser'>;

export function isKeyAdmin(actor: RoleHolder): boolean {
  return actor.role === 1 && actor.isKeyUser === 'Y';
}

export function isTotalAdmin(actor: RoleHolder): boolean {
  return actor.role === 1;
}

export function isGroupAdmin(actor: RoleHolder): boolean {
  return actor.role === 1 || actor.role === 3;
}

export function isOwnerGroupAdmin(actor: Actor, ownerUserNo: number | null): boolean {
  if (actor.role !== 3) return actor.role === 1;
  return actor.userNo === ownerUserNo || actor.standsFor === 1;
}

export function isPlainUser(actor: RoleHolder): boolean {
  return actor.role === 2;
}

/** 10 is used only in role choices. In the API a representative admin is role 1 with isKeyUser Y. */
export function roleChoiceOf(holder: RoleHolder): RoleChoice {
  return isKeyAdmin(holder) ? 10 : holder.role;
}

/** Role 1 may do everything, role 3 manages its groups, role 2 only reads. */
export const ROLES_STRONGEST_FIRST: readonly Role[] = [1, 3, 2];
export const STRONGEST_FIRST: readonly RoleChoice[] = [10, ...ROLES_STRONGEST_FIRST];

export function weakerRole(a: Role, b: Role): Role {
  return ROLES_STRONGEST_FIRST.indexOf(a) > ROLES_STRONGEST_FIRST.indexOf(b) ? a : b;
}

const ASSIGNABLE: Readonly<Record<RoleChoice, readonly RoleChoice[]>> = {
  10: STRONGEST_FIRST,
  1: ROLES_STRONGEST_FIRST,
  3: [3, 2],
  2: [2],
};

export function assignableRoles(actor: RoleHolder): readonly RoleChoice[] {
  return ASSIGNABLE[roleChoiceOf(actor)];
}

/** The choices of role 2 include role 2, but a plain user manages no users. */
export function mayGrantRole(actor: RoleHolder, choice: RoleChoice): boolean {
  return isGroupAdmin(actor) && assignableRoles(actor).includes(choice);
}

/** own: only in meta groups that the actor owns. */
type Reach = 'all' | 'own' | 'none';

/** Section 6 of the design, one line per action. Server, console and the generated test use this table. */
const ACTIONS = {
  'metaGroup.create': { total: 'all', group: 'none', user: 'none' },
  'metaGroup.rename': { total: 'all', group: 'own', user: 'none' },
  'metaGroup.delete': { total: 'all', group: 'none', user: 'none' },
  'metaGroup.setOwner': { total: 'all', group: 'none', user: 'none' },
  'subGroup.manage': { total: 'all', group: 'own', user: 'none' },
  'cluster.manage': { total: 'all', group: 'own', user: 'none' },
  'alarmSetting.manage': { total: 'all', group: 'own', user: 'none' },
  'duty.manage': { total: 'all', group: 'own', user: 'none' },
  'report.manage': { total: 'all', group: 'own', user: 'none' },
  'template.manage': { total: 'all', group: 'own', user: 'none' },
  'logo.manage': { total: 'all', group: 'none', user: 'none' },
  'audit.readAll': { total: 'all', group: 'none', user: 'none' },
  'user.viewAs': { total: 'all', group: 'none', user: 'none' },
} as const satisfies Record<string, Readonly<Record<'total' | 'group' | 'user', Reach>>>;

export type Action = keyof typeof ACTIONS;

export function may(
  actor: Actor,
  action: Action,
  owned: { readonly ownerUserNo: number | null } | null = null,
): boolean {
  const reach: Reach = ACTIONS[action][actor.role === 1 ? 'total' : actor.role === 3 ? 'group' : 'user'];
  if (reach === 'own') return owned !== null && isOwnerGroupAdmin(actor, owned.ownerUserNo);
  return reach === 'all';
}

/**
 * Whether the actor may read the logs of a sub group's clusters. Total admins set for each sub group who may: only they,
 * also the admin who owns its meta group, or everybody who sees it.
 */
export function mayReadLogs(
  actor: Actor,
  group: { readonly logReaders: 'totalAdmin' | 'groupAdmin' | 'user'; readonly ownerUserNo: number | null },
): boolean {
  if (isTotalAdmin(actor) || group.logReaders === 'user') return true;
  return (
    group.logReaders === 'groupAdmin' && isGroupAdmin(actor) && isOwnerGroupAdmin(actor, group.ownerUserNo)
  );
}

/** Whether a role may make a call, before the permission for the object is checked. */
export function mayCall(actor: RoleHolder, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'all':
      return true;
    case 'groupAdmin':
      return isGroupAdmin(actor);
    case 'totalAdmin':
      return isTotalAdmin(actor);
    case 'keyAdmin':
      return isKeyAdmin(actor);
  }
}

/**
 * Names of settings routes contain 'setting'. Settings of the whole installation are only for total admins.
 */
export function mayOpenRoute(actor: RoleHolder, routeName: string): boolean {
  if (!routeName.toLowerCase().includes('setting')) return true;
  if (isPlainUser(actor)) return false;
  return TOTAL_ADMIN_ROUTES.has(routeName) ? isTotalAdmin(actor) : true;
}

export const LOGO_ROUTE_NAME = 'settingLogo';
export const AUDIT_ROUTE_NAME = 'settingAudit';
export const INSTALLATION_ROUTE_NAME = 'settingInstallation';
export const SECURITY_ROUTE_NAME = 'settingSecurity';
export const SIGN_ON_ROUTE_NAME = 'settingSignOn';
export const PERSONAL_DATA_ROUTE_NAME = 'settingPersonalData';

const TOTAL_ADMIN_ROUTES: ReadonlySet<string> = new Set([
  LOGO_ROUTE_NAME,
  AUDIT_ROUTE_NAME,
  INSTALLATION_ROUTE_NAME,
  SECURITY_ROUTE_NAME,
  SIGN_ON_ROUTE_NAME,
  PERSONAL_DATA_ROUTE_NAME,
]);
