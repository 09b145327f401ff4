import { AppError } from '@gwanje/contract/definition/errors';
import { AccessToken } from '@gwanje/contract/users/access-tokens';
import { assignableRoles, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { lockMetaGroup } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { Routes, Work } from '../../platform/http/call.ts';
import { accessTokens } from '../../platform/http/identity/credentials.ts';
import { revokeCredential } from '../../platform/http/identity/revoke-credential.ts';
import * as repository from './access-token-repository.ts';

const DAY_MS = 86_400_000;
/** Enough for all pipelines of a person, too few to fill a table. */
const MAX_TOKENS = 100;

export const accessTokenRoutes = {
  async listAccessTokens({ db, user }) {
    const rows = await repository.listAccessTokens(db, isTotalAdmin(user) ? undefined : user.userNo);
    return { accessTokenList: rows.map((row) => AccessToken.parse(row)) };
  },

  async insertAccessToken(call) {
    const { db, user, body, now, audit } = call;
    if (!assignableRoles(user).includes(body.role)) throw new AppError('noPermission', { field: 'role' });
    const metaGroupIds = [...new Set(body.metaGroupIdList)].toSorted((a, b) => a - b);
    await requireSeenGroups(call, metaGroupIds);
    const open = await repository.listAccessTokens(db, user.userNo, now);
    if (open.length >= MAX_TOKENS)
      throw new AppError('inUse', { reason: 'tooManyTokens', mostCnt: MAX_TOKENS });
    const { token, tokenHash, prefix } = accessTokens.make();
    const expiresAt = new Date(now.getTime() + body.days * DAY_MS);
    const shown = { name: body.name, role: body.role, metaGroupIds, prefix, expiresAt };
    const row = { ...shown, userNo: user.userNo, tokenHash, createdAt: now };
    const accessTokenId = await repository.insertAccessToken(db, row);
    await audit('accessToken.insert', accessTokenId, { after: shown });
    return { accessTokenId, token, expiresAt: expiresAt.toISOString() };
  },

  async revokeAccessToken(call) {
    await revokeCredential(call, 'accessToken', call.params.accessTokenId, 'accessToken.revoke');
  },
} satisfies Routes;

async function requireSeenGroups({ db, user }: Work, metaGroupIds: readonly number[]): Promise<void> {
  for (const metaGroupId of metaGroupIds)
    requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), {
      field: 'metaGroupIdList',
    });
}
