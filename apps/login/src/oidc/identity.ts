import { Name, type RoleChoice } from '@gwanje/contract/definition/fields';
import { USER_ID_MAX_LENGTH, USER_ID_MIN_LENGTH } from '@gwanje/domain/forms/user-id';
import { z } from 'zod';
import type { OidcSettings } from '../config.ts';
import { claimValues, type GroupName, groupsFor, managedGroups, roleFor } from './mapping.ts';

/** The user in this product's terms, from the provider's claims. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The base of a new account's user id. */
  readonly userIdBase: string;
  readonly name: string;
  readonly email: string | null;
  /** unmanaged: the provider does not manage roles. none: it gives this user no role. */
  readonly role: RoleChoice | 'unmanaged' | 'none';
  /** Undefined if the provider does not manage groups. */
  readonly groups:
    | { readonly claimed: readonly GroupName[]; readonly managed: readonly GroupName[] }
    | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * PostgreSQL text cannot contain NUL or half a surrogate pair. Different halves would become the same
 * subject.
 */
export const ClaimText = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'unstorable character');

export function identityOf(
  issuer: string,
  subject: string,
  claims: Claims,
  settings: OidcSettings,
): Identity {
  const { roles, groups } = settings;
  const groupValues = groups ? claimValues(claims, groups.claim) : [];
  const userIdBase = userIdBaseOf(claims);
  return {
    issuer,
    subject: ClaimText.parse(subject),
    userIdBase,
    name: displayName(claims) ?? userIdBase,
    email: z.email().max(254).safeParse(claims.email).data ?? null,
    role: roles ? (roleFor(claimValues(claims, roles.claim), roles.map) ?? 'none') : 'unmanaged',
    groups: groups && { claimed: groupsFor(groupValues, groups.map), managed: managedGroups(groups.map) },
  };
}

function displayName(claims: Claims): string | undefined {
  for (const claim of [claims.name, claims.preferred_username, claims.email]) {
    const cut = typeof claim === 'string' ? [...claim.trim()].slice(0, 50).join('') : undefined;
    const name = Name.safeParse(cut);
    if (name.success) return name.data;
  }
  return undefined;
}

/** Leaves space for the number that distinguishes equal names. */
const BASE_MAX_LENGTH = USER_ID_MAX_LENGTH - 6;

function userIdBaseOf(claims: Claims): string {
  for (const claim of [claims.preferred_username, claims.email, claims.name]) {
    if (typeof claim !== 'string') continue;
    const base = (claim.split('@')[0] ?? '')
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
