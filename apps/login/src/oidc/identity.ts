import type { RoleChoice } from '@gwanje/contract/fields';
import { Name } from '@gwanje/contract/names';
import { USER_ID_MAX_LENGTH, USER_ID_MIN_LENGTH } from '@gwanje/domain/forms/user-id';
import { z } from 'zod';
import type { OidcSettings } from '../config.ts';
import { claimValues, type GroupName, governedGroups, groupsFor, roleFor } from './mapping.ts';

/** Who somebody is, in this product's terms, as far as the provider's claims tell. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** What a new account's user id is made from. */
  readonly userIdBase: string;
  readonly name: string;
  readonly email: string | null;
  /** unmanaged: the provider says nothing about roles here; none: it gives this person none. */
  readonly role: RoleChoice | 'unmanaged' | 'none';
  /** Undefined: the provider says nothing about groups here. */
  readonly groups:
    | { readonly claimed: readonly GroupName[]; readonly governed: readonly GroupName[] }
    | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

/** PostgreSQL's text cannot hold NUL or half a surrogate pair, of which any two would become the same subject. */
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
    groups: groups && { claimed: groupsFor(groupValues, groups.map), governed: governedGroups(groups.map) },
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

/** Room for the number that tells namesakes apart. */
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

/** The first is the base itself; then numbered. */
export function userIdCandidate(base: string, attempt: number): string {
  return attempt === 0 ? base : `${base}-${attempt + 1}`;
}
