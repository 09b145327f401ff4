import { ClaimValue, type SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { type ClaimValues, claimsOf } from '@gwanje/domain/access/sign-on-rules';
import { usableName } from '@gwanje/domain/forms/person-name';
import { userIdBase } from '@gwanje/domain/forms/user-id';
import { z } from 'zod';
import { claimValues } from './mapping.ts';

/** The user in this product's terms, from the provider's claims. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The base of a new account's user id. */
  readonly userIdBase: string;
  /** The provider may have created the account under one of these names, by SCIM. */
  readonly provisionedNames: readonly string[];
  readonly name: string;
  readonly email: string | null;
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

export function identityOf(issuer: string, subject: string, claims: Claims): Identity {
  const { preferred_username: username, email, name } = claims;
  const base = userIdBase([username, email, name]);
  return {
    issuer,
    subject: ClaimText.parse(subject),
    userIdBase: base,
    provisionedNames: provisionedNamesOf(claims),
    name: usableName([name, username, email]) ?? base,
    email: z.email().max(254).safeParse(email).data ?? null,
  };
}

/**
 * The names under which the provider may have created the account beforehand. Of e-mail addresses only a
 * verified one: at some providers users may enter any address.
 */
function provisionedNamesOf({ preferred_username, email, email_verified }: Claims): string[] {
  const names = [preferred_username, email_verified === true ? email : undefined];
  return names.filter((name) => typeof name === 'string' && name !== '' && name.length <= 254) as string[];
}

const MAX_VALUES = 1000;

/** The values that the rules read. Only these are stored. */
export function valuesForRules(claims: Claims, rules: SignOnRules): ClaimValues {
  const entries = claimsOf(rules).map((claim) => {
    const values = claimValues(claims, claim).flatMap((value) => ClaimValue.safeParse(value).data ?? []);
    return [claim, [...new Set(values)].slice(0, MAX_VALUES)] as const;
  });
  return Object.fromEntries(entries);
}
