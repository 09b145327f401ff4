import { AppError } from '@gwanje/contract/errors';
import { type SightBlock, sightDifference } from '@gwanje/domain/sight/difference';
import { type Rights, type RightsChange, rightsAfter } from '@gwanje/domain/sight/rights';
import type { Handlers } from '../../platform/http/call.ts';
import { readRights } from './access-preview-repository.ts';
import { allowedChange } from './allowed-change.ts';

export const accessPreviewRoutes: Handlers<'previewSight'> = {
  /** Nobody is told of users or clusters out of their own sight, not even how many there are. */
  async previewSight({ db, user, body }) {
    if (user.status === 4) throw new AppError('noPermission', { reason: 'restricted' });
    const change = await allowedChange({ db, user }, body.change);
    const { rights, audience, users, clusters } = await readRights(db, user);
    requireMemberships(rights, change);
    const { gained, lost } = sightDifference(rights, rightsAfter(rights, change), audience);
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
};

/** As the revocation itself: what is not there cannot be taken away, unless the same change grants it. */
function requireMemberships({ grants }: Rights, { granted = [], revoked = [] }: RightsChange): void {
  for (const { userNo, subGroupId } of revoked) {
    const isMember =
      grants.get(userNo)?.has(subGroupId) === true ||
      granted.some((link) => link.userNo === userNo && link.subGroupId === subGroupId);
    if (!isMember) throw new AppError('notFound', { field: 'userNo' });
  }
}

function toAnswer({ userNos, hostIds }: SightBlock) {
  return { userNoList: [...userNos], hostIdList: [...hostIds] };
}
