import { parsePart } from '@gwanje/backend/http/parse';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Role } from '@gwanje/contract/definition/fields';
import type { User } from '@gwanje/contract/users/users';
import { type GroupName, groupPath } from '@gwanje/domain/access/group-path';
import { ROLES_STRONGEST_FIRST } from '@gwanje/domain/access/permissions';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { usableName } from '@gwanje/domain/forms/person-name';
import { z } from 'zod';
import { ScimError } from './scim-error.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** An account that an identity provider creates and changes. */
export interface ScimAccount {
  readonly user: User;
  readonly userName: string;
  readonly externalId: string | null;
  readonly groups: readonly (GroupName & { readonly subGroupId: number })[];
}

/** What an identity provider wants of an account. Undefined: it does not say. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly name: string | undefined;
  readonly email: string | null;
  readonly role: Role | undefined;
  readonly isActive: boolean | undefined;
}

/** The value of `roles` for each role. A representative admin is made in the console only. */
const ROLE_NAMES: Readonly<Record<Role, string>> = { 1: 'totalAdmin', 3: 'groupAdmin', 2: 'user' };
const ROLES = Object.entries(ROLE_NAMES).map(([role, name]) => ({ role: Number(role) as Role, name }));

export function userResource({ user, userName, externalId, groups }: ScimAccount, baseUrl: string) {
  const id = String(user.userNo);
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    displayName: user.name,
    name: { formatted: user.name },
    active: mayHoldSession(user.status),
    emails: user.email === null ? [] : [{ value: user.email, type: 'work', primary: true }],
    roles: [{ value: ROLE_NAMES[user.role], primary: true }],
    groups: groups.map((group) => ({
      value: String(group.subGroupId),
      $ref: `${baseUrl}/Groups/${group.subGroupId}`,
      display: groupPath(group),
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${baseUrl}/Users/${id}`,
      version: `W/"${user.version}"`,
    },
  };
}

/** Some providers send `"True"` for `true`. */
const Flag = z.preprocess(
  (value) =>
    typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value,
  z.boolean(),
);
const Text = z.string().max(1000).nullish();
/** A list, one item of it, or its value alone. */
function listOf<Item extends z.ZodType>(item: Item) {
  const list = (value: unknown) =>
    value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  const object = (value: unknown) => (typeof value === 'string' ? { value } : value);
  return z.preprocess((value) => list(value).map(object), z.array(item).max(100));
}

const UserBody = z.object({
  userName: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .refine((text) => !/\p{Cc}/u.test(text), 'control character'),
  externalId: z.string().max(254).nullish(),
  displayName: Text,
  name: z.object({ formatted: Text, familyName: Text, givenName: Text }).nullish(),
  active: Flag.nullish(),
  emails: listOf(z.object({ value: z.string().max(254).nullish(), type: Text, primary: Flag.nullish() })),
  roles: listOf(z.object({ value: z.string().max(1000), primary: Flag.nullish() })),
});

/** A resource that a provider sends. Attributes that the console has no place for are ignored, as RFC 7644 allows. */
export function readUser(resource: unknown): WantedUser {
  const body = parsePart(UserBody, resource);
  const { userName, externalId, displayName, name, active } = body;
  return {
    userName,
    externalId: externalId || null,
    name: usableName([displayName, name?.formatted, composedName(name), userName.split('@')[0]]),
    email: emailOf(body.emails),
    role: 'roles' in Object(resource) ? roleOf(body.roles) : undefined,
    isActive: active ?? undefined,
  };
}

/**
 * A resource after a PATCH. It shows the name twice, so the changed one of both applies. A provider that removes all roles
 * leaves the weakest.
 */
export function readPatchedUser(resource: unknown, before: ScimAccount): WantedUser {
  const wanted = readUser(resource);
  const { displayName, name, roles } = parsePart(UserBody, resource);
  const changed = [displayName, name?.formatted].find((text) => text && text !== before.user.name);
  return { ...wanted, name: usableName([changed, before.user.name]), role: roleOf(roles) };
}

/** Korean, Chinese and Japanese names have the family name first and no space. */
function composedName(
  name: { familyName?: string | null | undefined; givenName?: string | null | undefined } | null | undefined,
) {
  const family = name?.familyName?.trim() ?? '';
  const given = name?.givenName?.trim() ?? '';
  const isEastAsian = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(
    family + given,
  );
  return isEastAsian ? family + given : `${given} ${family}`.trim();
}

function emailOf(emails: z.output<typeof UserBody>['emails']): string | null {
  const filled = emails.filter(({ value }) => value);
  const chosen =
    filled.find(({ primary }) => primary) ?? filled.find(({ type }) => type === 'work') ?? filled[0];
  if (!chosen) return null;
  const email = z.email().safeParse(chosen.value);
  if (!email.success)
    throw new AppError('invalidParameter', { field: 'emails', reason: 'not an e-mail address' });
  return email.data;
}

function roleOf(roles: z.output<typeof UserBody>['roles']): Role {
  const wanted = roles.map(({ value }) => namedRole(value));
  return ROLES_STRONGEST_FIRST.find((role) => wanted.includes(role)) ?? 2;
}

/** A role by its name or number. Entra ID may send an app role as JSON text. */
function namedRole(text: string): Role {
  const value = jsonValue(text) ?? text;
  const found = ROLES.find(
    ({ role, name }) => value === String(role) || value.toLowerCase() === name.toLowerCase(),
  );
  if (found) return found.role;
  const names = ROLES.map(({ name }) => name).join(', ');
  throw new ScimError(400, 'invalidValue', `roles: must be one of ${names}`);
}

const RoleText = z.object({ value: z.string() });

function jsonValue(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return RoleText.safeParse(JSON.parse(text)).data?.value;
  } catch {
    return undefined;
  }
}
