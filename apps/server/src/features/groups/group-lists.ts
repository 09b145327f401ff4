import type { Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { Page } from '@gwanje/contract/definition/list';
import { findMetaGroupVisibility } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { Viewer } from '../../access/visibility-repository.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import {
  findSubGroupRow,
  listClusterRowsOf,
  listGroupNameRows,
  listMemberRows,
  listMetaGroupPage,
  listSubGroupPage,
} from './group-list-repository.ts';

export interface GroupNames {
  readonly metaGroupId: number;
  readonly metaGroupName: string;
  readonly subGroupNameList: { subGroupId: number; subGroupName: string }[];
}

/** Includes meta groups without sub groups for users who may add some. */
export async function groupNames(db: Db, viewer: Viewer): Promise<GroupNames[]> {
  const byMetaGroup = new Map<number, GroupNames>();
  for (const row of await listGroupNameRows(db, viewer)) {
    const { metaGroupId, metaGroupName, subGroupId, subGroupName } = row;
    const entry = byMetaGroup.get(metaGroupId) ?? { metaGroupId, metaGroupName, subGroupNameList: [] };
    byMetaGroup.set(metaGroupId, entry);
    if (subGroupId !== null && subGroupName !== null)
      entry.subGroupNameList.push({ subGroupId, subGroupName });
  }
  return [...byMetaGroup.values()];
}

export async function metaGroupPage(db: Db, viewer: Viewer, page: Page) {
  const { totalCnt, list: rows } = await listMetaGroupPage(db, viewer, page);
  return { totalCnt, ...page, list: rows.map(withIsoTimes) };
}

export async function subGroupPage(db: Db, viewer: Viewer, metaGroupId: number, page: Page) {
  requireSeen('metaGroup', metaGroupId, await findMetaGroupVisibility(db, viewer, metaGroupId));
  const { totalCnt, list: rows } = await listSubGroupPage(db, viewer, metaGroupId, page);
  return { totalCnt, ...page, list: rows.map(withIsoTimes) };
}

export async function subGroupInfo(db: Db, viewer: Viewer, subGroupId: number) {
  const found = await findSubGroupRow(db, viewer, subGroupId);
  const { isSeen, ...row } = requireSeen('subGroup', subGroupId, found);
  const members = await listMemberRows(db, viewer, subGroupId);
  const clusters = await listClusterRowsOf(db, subGroupId);
  return {
    ...withIsoTimes(row),
    memberList: members.map(({ grantedAt, ...account }) => {
      const { userNo, userId, name, role, isKeyUser, status } = toUser(account);
      return { userNo, userId, name, role, isKeyUser, status, grantedAt: grantedAt.toISOString() };
    }),
    clusterList: clusters.map(withIsoTimes),
  };
}
