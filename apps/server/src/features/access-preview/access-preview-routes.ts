import { AppError } from '@gwanje/contract/definition/errors';
import { type AccessBlock, accessDifference } from '@gwanje/domain/access/access-difference';
import { type Rights, type RightsChange, rightsAfter } from '@gwanje/domain/access/rights';
import type { Routes } from '../../platform/http/call.ts';
import { readRights } from './access-preview-repository.ts';
import { allowedChange, type ChangeChecks } from './allowed-change.ts';

export const accessPreviewRoutes = {
  /** The response names and counts only users and clusters that the caller sees. */
  async previewAccess({ db, user, body, changeChecks }) {
    if (user.status === 4) throw new AppError('noPermission', { reason: 'restricted' });
    const change = await allowedChange(changeChecks, { db, user }, body.change);
    const { rights, audience, users, clusters } = await readRights(db, user);
    requireMemberships(rights, change);
    const { gained, lost } = accessDifference(rights, rightsAfter(rights, change), audience);
    const blocks = [...gained, ...lost];
    const userNos = new Set(blocks.flatMap((block) => block.userNos));
    const hostIds = new Set(blocks.flatMap((block) => block.hostIds));
    return {
      gainedList: gained.map(toAnswer),
      lostList: lost.map(toAnswer),
      userList: users.filter(({ userNo }) => userNos.has(userNo)),
      clusterList: clusters.filter(({ hostId }) => hostIds.has(hostId)),
    };
  },
} satisfies Routes<{ changeChecks: ChangeChecks }>;

/** As in the revocation itself: only a member can be removed, unless the same change adds the member. */
function requireMemberships({ grants }: Rights, { granted = [], revoked = [] }: RightsChange): void {
  for (const { userNo, subGroupId } of revoked) {
    const isMember =
      grants.get(userNo)?.has(subGroupId) === true ||
      granted.some((link) => link.userNo === userNo && link.subGroupId === subGroupId);
    if (!isMember) throw new AppError('notFound', { field: 'userNo' });
  }
}

function toAnswer({ userNos, hostIds }: AccessBlock) {
  return { userNoList: [...userNos], hostIdList: [...hostIds] };
}
