import { unlessUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { parseSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { isUseDue } from '@gwanje/backend/identity/sessions';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { toUser } from '@gwanje/backend/identity/users';
import { Role } from '@gwanje/contract/definition/fields';
import { weakerRole } from '@gwanje/domain/access/permissions';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { sql } from 'kysely';
import type { CallingUser } from '../../../access/visibility-repository.ts';
import { updateRow } from '../../store/row-repository.ts';
import { wallboardKeys } from './credentials.ts';

export interface TokenHolder {
  readonly accessTokenId: number;
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly endsAt: Date;
  /** The networks from which programs may come; empty: from everywhere. */
  readonly networks: readonly string[];
  readonly user: CallingUser;
}

export async function findTokenHolder(db: Db, token: string, now: Date): Promise<TokenHolder | null> {
  const row = await db
    .selectFrom('accessToken')
    .innerJoin('userAccount', 'userAccount.userNo', 'accessToken.userNo')
    .crossJoin('securitySetting')
    .selectAll('userAccount')
    .select('securitySetting.settings')
    .select(['accessToken.accessTokenId', 'accessToken.role as tokenRole', 'accessToken.name as tokenName'])
    .select(['accessToken.isLimited', 'accessToken.lastUsedAt', 'accessToken.expiresAt'])
    .select(
      sql<number[]>`array(select meta_group_id from access_token_group
        where access_token_id = access_token.access_token_id)`.as('metaGroupIds'),
    )
    .where('accessToken.tokenHash', '=', hashToken(token))
    .where('accessToken.revokedAt', 'is', null)
    .where('accessToken.expiresAt', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { accessTokenId, tokenRole, tokenName, isLimited, metaGroupIds, lastUsedAt, expiresAt, ...rest } =
    row;
  const { settings, ...account } = rest;
  const person = toUser(account);
  if (!mayHoldSession(person.status)) return null;
  return {
    accessTokenId,
    name: tokenName,
    lastUsedAt,
    endsAt: expiresAt,
    networks: parseSecuritySettings(settings).networks.token,
    user: {
      ...person,
      // The creator's role may be lower now than when the token was created.
      role: weakerRole(Role.parse(tokenRole), person.role),
      isKeyUser: 'N',
      standsFor: person.role,
      ...(isLimited && { onlyMetaGroupIds: metaGroupIds }),
    },
  };
}

/** A screen that shows boards. */
export interface Wallboard {
  readonly wallboardKeyId: number;
  readonly name: string;
  readonly boardIds: readonly string[];
  readonly lastSeenAt: Date | null;
  /** A wallboard does not expire; it ends when its key is revoked. */
  readonly endsAt: null;
  /** The networks in which screens may be; empty: everywhere. */
  readonly networks: readonly string[];
  /**
   * The creator of the key, limited to the groups and boards of the key, without other rights or identity.
   */
  readonly user: CallingUser;
}

/** Returns null for an unknown or revoked key. */
export async function findWallboard(db: Db, token: string): Promise<Wallboard | null> {
  if (!wallboardKeys.isOne(token)) return null;
  const row = await db
    .selectFrom('wallboardKey')
    .innerJoin('userAccount', 'userAccount.userNo', 'wallboardKey.userNo')
    .crossJoin('securitySetting')
    .selectAll('userAccount')
    .select('securitySetting.settings')
    .select(['wallboardKey.wallboardKeyId', 'wallboardKey.name as keyName'])
    .select(['wallboardKey.boardIds', 'wallboardKey.lastSeenAt'])
    .select(
      sql<number[]>`array(select sub_group_id from wallboard_key_group
        where wallboard_key_id = wallboard_key.wallboard_key_id order by 1)`.as('subGroupIds'),
    )
    .where('wallboardKey.tokenHash', '=', hashToken(token))
    .where('wallboardKey.revokedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { wallboardKeyId, keyName, boardIds, subGroupIds, lastSeenAt, settings, ...account } = row;
  const maker = toUser(account);
  if (!mayHoldSession(maker.status)) return null;
  const user: CallingUser = {
    ...maker,
    name: keyName,
    email: null,
    lastLoginAt: null,
    role: 2,
    isKeyUser: 'N',
    standsFor: maker.role,
    onlySubGroupIds: subGroupIds,
  };
  const networks = parseSecuritySettings(settings).networks.wallboard;
  return { wallboardKeyId, name: keyName, boardIds, lastSeenAt, endsAt: null, networks, user };
}

export async function noteTokenUse(
  db: Db,
  { accessTokenId, lastUsedAt }: TokenHolder,
  lastUsedFrom: string,
  now: Date,
): Promise<void> {
  if (!isUseDue(lastUsedAt, now)) return;
  await unlessUnavailable(updateRow(db, 'accessToken', accessTokenId, { lastUsedAt: now, lastUsedFrom }));
}

export async function noteWallboardSeen(
  db: Db,
  { wallboardKeyId, lastSeenAt }: Wallboard,
  lastSeenFrom: string,
  now: Date,
): Promise<void> {
  if (!isUseDue(lastSeenAt, now)) return;
  await unlessUnavailable(updateRow(db, 'wallboardKey', wallboardKeyId, { lastSeenAt: now, lastSeenFrom }));
}
