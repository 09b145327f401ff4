import { z } from 'zod';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, MetaGroupId, Role, SubGroupId, UserNo, UserStatus, YesNo } from '../definition/fields.ts';
import { GroupUserLink, moveSubGroups } from './groups.ts';

/** A change that is about to be saved, with the fields of the call that saves it. */
export const AccessChange = z.discriminatedUnion('kind', [
  moveSubGroups.body.extend({ kind: z.literal('moveSubGroups') }),
  z.strictObject({
    kind: z.literal('moveClusters'),
    clusterList: distinctList(
      z.strictObject({ hostId: HostId, metaGroupId: MetaGroupId.optional(), subGroupId: SubGroupId }),
      10_000,
      ({ hostId }) => hostId,
    ),
  }),
  z.strictObject({ kind: z.literal('setOwner'), metaGroupId: MetaGroupId, ownerUserNo: UserNo }),
  /** Role and status changes are applied first, then grants, then revocations. */
  z.strictObject({
    kind: z.literal('changeRights'),
    userList: z
      .array(
        z.strictObject({
          userNo: UserNo,
          role: Role.optional(),
          isKeyUser: YesNo.optional(),
          status: UserStatus.optional(),
        }),
      )
      .max(100)
      .refine((items) => new Set(items.map((item) => item.userNo)).size === items.length, 'duplicate userNo')
      .default([]),
    grantList: z.array(GroupUserLink).max(1000).default([]),
    revokeList: z.array(GroupUserLink).max(1000).default([]),
  }),
  z.strictObject({ kind: z.literal('deleteUser'), userNo: UserNo }),
  z.strictObject({
    kind: z.literal('deleteSubGroups'),
    subGroupIdList: distinctList(SubGroupId, 1000),
  }),
  z.strictObject({ kind: z.literal('deleteMetaGroup'), metaGroupId: MetaGroupId }),
]);
export type AccessChange = z.infer<typeof AccessChange>;

const AccessBlock = z.object({ userNoList: z.array(UserNo), hostIdList: z.array(HostId) });

export const previewAccess = endpoint({
  route: 'POST /access/preview',
  summary:
    'Preview: which users would gain and lose access to which clusters by a change; nothing is changed',
  access: 'groupAdmin',
  tokens: 'no',
  // While an admin views as another user, nothing can be changed, so there is no change to preview.
  whileViewing: 'no',
  read: true,
  body: z.strictObject({ _method: z.literal('get').optional(), change: AccessChange }),
  response: z.object({
    /**
     * Each block pairs all of its users with all of its clusters. A user is in at most one block of a list.
     */
    gainedList: z.array(AccessBlock),
    lostList: z.array(AccessBlock),
    /** The users and clusters of the blocks, with their names. */
    userList: z.array(z.object({ userNo: UserNo, userId: z.string(), name: z.string() })),
    clusterList: z.array(z.object({ hostId: HostId, name: z.string() })),
  }),
});
