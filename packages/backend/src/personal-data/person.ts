import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/schema.ts';

/** Every name under which a person is known here. The number is no name: it stays after an erasure. */
export const KnownNames = z.object({
  userIds: z.array(z.string()),
  names: z.array(z.string()),
  emails: z.array(z.string()),
  /** What an identity provider calls the person: user name, external id and subject. */
  providerNames: z.array(z.string()).default([]),
});
export type KnownNames = z.infer<typeof KnownNames>;

export interface Person extends KnownNames {
  readonly userNo: number;
}

interface NamedDetail {
  readonly userId?: unknown;
  readonly name?: unknown;
  readonly email?: unknown;
  readonly userName?: unknown;
  readonly externalId?: unknown;
  readonly subject?: unknown;
  readonly before?: NamedDetail;
  readonly after?: NamedDetail;
}

/** Present and earlier names: of the account, and of the entries of the audit log about it and by it. */
export async function findPerson(db: Db, userNo: number): Promise<Person> {
  const account = await db
    .selectFrom('userAccount')
    .leftJoin('scimUser', 'scimUser.userNo', 'userAccount.userNo')
    .select(['userId', 'name', 'email', 'oidcSubject as subject', 'scimUser.userName', 'scimUser.externalId'])
    .where('userAccount.userNo', '=', userNo)
    .executeTakeFirst();
  const acted = await db
    .selectFrom('audit')
    .select('actorUserId')
    .distinct()
    .where('actorUserNo', '=', userNo)
    .execute();
  const audited = await db
    .selectFrom('audit')
    .select('detail')
    .where('targetKind', '=', 'user')
    .where('targetId', '=', String(userNo))
    .where(
      sql<SqlBool>`detail ?| array['userId', 'name', 'email', 'userName', 'externalId', 'subject', 'before', 'after']`,
    )
    .execute();
  return personOf(userNo, [
    account ?? {},
    ...acted.map(({ actorUserId }) => ({ userId: actorUserId })),
    ...audited.map(({ detail }) => detail as NamedDetail),
  ]);
}

export function personOf(userNo: number, details: readonly NamedDetail[]): Person {
  const all = details.flatMap((detail) => [detail, detail.before ?? {}, detail.after ?? {}]);
  const pseudonym = pseudonymOf(userNo);
  const isName = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value !== pseudonym;
  const distinct = (values: readonly unknown[]) => [...new Set(values.filter(isName))];
  return {
    userNo,
    userIds: distinct(all.map(({ userId }) => userId)),
    names: distinct(all.map(({ name }) => name)),
    emails: distinct(all.map(({ email }) => email)),
    providerNames: distinct(
      all.flatMap(({ userName, externalId, subject }) => [userName, externalId, subject]),
    ),
  };
}

/** Whether a text contains one of the names. Which of the places are the person's is decided by `eraseFromJson`. */
export function mentions(
  text: RawBuilder<unknown>,
  { userIds = [], names = [], emails = [], providerNames = [] }: Partial<KnownNames>,
) {
  // As they are written inside JSON.
  const written = [...userIds, ...names, ...emails, ...providerNames].map((value) =>
    JSON.stringify(value).slice(1, -1).toLowerCase(),
  );
  return sql<SqlBool>`exists (select from unnest(${written}::text[]) as w (name) where strpos(lower(${text}), w.name) > 0)`;
}
