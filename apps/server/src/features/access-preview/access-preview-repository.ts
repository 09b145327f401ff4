import type { Db } from '@gwanje/backend/database/schema';
import { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { seesSubGroup, seesUser, type Viewer } from '../../access/visibility-repository.ts';

/** Reads everything in one snapshot, with users and clusters ordered by name. */
export function readRights(db: Db, viewer: Viewer) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const users = await snapshot
        .selectFrom('userAccount')
        .select(['userNo', 'userId', 'name', 'role', 'status'])
        .select(seesUser(viewer, 'userAccount.userNo').as('isSeen'))
        .orderBy('name')
        .orderBy('userNo')
        .execute();
      const clusters = await snapshot
        .selectFrom('cluster')
        .select(['hostId', 'name', 'subGroupId'])
        .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
        .orderBy('nameKey')
        .orderBy('hostId')
        .execute();
      const metaGroups = await snapshot
        .selectFrom('metaGroup')
        .select(['metaGroupId', 'ownerUserNo'])
        .execute();
      const subGroups = await snapshot.selectFrom('subGroup').select(['subGroupId', 'metaGroupId']).execute();
      const members = await snapshot.selectFrom('subGroupMember').select(['userNo', 'subGroupId']).execute();
      const grants = new Map<number, Set<number>>();
      for (const { userNo, subGroupId } of members) {
        const own = grants.get(userNo);
        if (own) own.add(subGroupId);
        else grants.set(userNo, new Set([subGroupId]));
      }
      return {
        rights: {
          users: new Map(
            users.map(({ userNo, role, status }) => [
              userNo,
              { role: Role.parse(role), status: UserStatus.parse(status) },
            ]),
          ),
          owners: new Map(metaGroups.map(({ metaGroupId, ownerUserNo }) => [metaGroupId, ownerUserNo])),
          subGroups: new Map(subGroups.map(({ subGroupId, metaGroupId }) => [subGroupId, metaGroupId])),
          grants,
          clusters: new Map(clusters.map(({ hostId, subGroupId }) => [hostId, subGroupId])),
        },
        /** The users and clusters that the viewer sees. */
        audience: {
          userNos: new Set(users.filter(({ isSeen }) => isSeen).map(({ userNo }) => userNo)),
          hostIds: new Set(clusters.filter(({ isSeen }) => isSeen).map(({ hostId }) => hostId)),
        },
        users: users.map(({ userNo, userId, name }) => ({ userNo, userId, name })),
        clusters: clusters.map(({ hostId, name }) => ({ hostId, name })),
      };
    });
}
