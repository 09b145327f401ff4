import { WALLBOARD_PATH, WallboardKey } from '@gwanje/contract/dashboard/wallboards';
import { AppError } from '@gwanje/contract/definition/errors';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { lockSubGroups } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { wallboardKeys } from '../../platform/http/identity/credentials.ts';
import { revokeCredential } from '../../platform/http/identity/revoke-credential.ts';
import * as repository from './wallboard-repository.ts';

/** Enough for all screens of a person, too few to fill a table. */
const MAX_KEYS = 100;

export const wallboardRoutes = {
  async listWallboardKeys({ db, user }) {
    const rows = await repository.listWallboardKeys(db, isTotalAdmin(user) ? undefined : user.userNo);
    return { wallboardKeyList: rows.map((row) => WallboardKey.parse(row)) };
  },

  async insertWallboardKey({ db, user, body, now, audit, settings }) {
    const subGroupIds = [...new Set(body.shownSubGroupIdList)];
    const targets = await lockSubGroups(db, user, subGroupIds);
    for (const subGroupId of subGroupIds)
      requireSeen('subGroup', subGroupId, targets.get(subGroupId), { field: 'shownSubGroupIdList' });
    if ((await repository.countOpenKeys(db, user.userNo)) >= MAX_KEYS)
      throw new AppError('inUse', { reason: 'tooManyKeys', mostCnt: MAX_KEYS });
    const { name } = body;
    const boardIds = [...new Set(body.boardIdList)];
    const { token, tokenHash, prefix } = wallboardKeys.make();
    const row = { userNo: user.userNo, name, tokenHash, prefix, boardIds, subGroupIds, createdAt: now };
    const wallboardKeyId = await repository.insertWallboardKey(db, row);
    await audit(
      'wallboard.insert',
      { kind: 'wallboardKey', id: wallboardKeyId },
      { after: { name, subGroupIds, boardIds, prefix } },
    );
    return { wallboardKeyId, url: `${settings.publicUrl}${WALLBOARD_PATH}#${token}` };
  },

  async revokeWallboardKey(call) {
    await revokeCredential(call, 'wallboardKey', call.params.wallboardKeyId, 'wallboard.revoke');
  },
} satisfies Routes<{ settings: { publicUrl: string } }>;
