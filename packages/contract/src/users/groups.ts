import { z } from 'zod';
import { distinctList, pageOf } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  distinctIdsText,
  HostId,
  idTextSchema,
  MetaGroupId,
  Name,
  Role,
  SubGroupId,
  Timestamp,
  UserNo,
  UserStatus,
  YesNo,
} from '../definition/fields.ts';
import { logReaders } from '../objects/logs.ts';

export const GroupNameEntry = z.object({
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  subGroupNameList: z.array(z.object({ subGroupId: SubGroupId, subGroupName: z.string() })),
});
export type GroupNameEntry = z.infer<typeof GroupNameEntry>;

export const MetaGroup = z.object({
  metaGroupId: MetaGroupId,
  name: z.string(),
  ownerUserNo: UserNo.nullable(),
  ownerName: z.string().nullable(),
  /** Counts of the objects that the caller may see. */
  subGroupCnt: z.int(),
  clusterCnt: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type MetaGroup = z.infer<typeof MetaGroup>;

export const SubGroup = z.object({
  subGroupId: SubGroupId,
  metaGroupId: MetaGroupId,
  name: z.string(),
  clusterCnt: z.int(),
  memberCnt: z.int(),
  /** Who may read the logs of its clusters. */
  logReaders: z.enum(logReaders),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SubGroup = z.infer<typeof SubGroup>;

export const SubGroupMember = z.object({
  userNo: UserNo,
  userId: z.string(),
  name: z.string(),
  role: Role,
  isKeyUser: YesNo,
  status: UserStatus,
  grantedAt: Timestamp,
});

export const GroupUserLink = z.strictObject({
  userNo: UserNo,
  metaGroupId: MetaGroupId,
  subGroupId: SubGroupId,
});

export const listGroupNames = endpoint({
  route: 'GET /group-name/list',
  summary: 'Names of all groups that the caller may see',
  access: 'all',
  wallboards: true,
  subGroupsIn: 'none',
  response: z.object({ groupNameList: z.array(GroupNameEntry) }),
});

export const listMetaGroups = endpoint({
  route: 'GET /group/meta/list/:pageNo/:pageCnt',
  summary: 'Meta groups',
  access: 'groupAdmin',
  response: pageOf(MetaGroup),
});

export const listSubGroups = endpoint({
  route: 'GET /group/sub/list/:metaGroupId/:pageNo/:pageCnt',
  summary: 'Sub groups of a meta group',
  access: 'groupAdmin',
  response: pageOf(SubGroup),
});

export const getSubGroup = endpoint({
  route: 'GET /group/sub/info/:subGroupId',
  summary: 'A sub group with its members and clusters',
  access: 'groupAdmin',
  response: SubGroup.extend({
    metaGroupName: z.string(),
    ownerUserNo: UserNo.nullable(),
    memberList: z.array(SubGroupMember),
    clusterList: z.array(z.object({ hostId: HostId, name: z.string(), createdAt: Timestamp })),
  }),
});

export const insertMetaGroup = endpoint({
  route: 'POST /group/meta/insert/:name',
  summary: 'Create a meta group owned by the caller',
  access: 'totalAdmin',
  success: 201,
  params: { name: Name },
  response: z.object({ metaGroupId: MetaGroupId }),
});

export const insertSubGroup = endpoint({
  route: 'POST /group/sub/insert',
  summary: 'Create a sub group',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject({ metaGroupId: MetaGroupId, name: Name }),
  response: z.object({ subGroupId: SubGroupId }),
});

export const updateMetaGroup = endpoint({
  route: 'PUT /group/meta/update',
  needsFreshProof: true,
  summary: 'Rename a meta group or change its owner',
  access: 'groupAdmin',
  body: z
    .array(
      z.strictObject({ metaGroupId: MetaGroupId, name: Name.optional(), ownerUserNo: UserNo.optional() }),
    )
    .length(1),
});

export const updateSubGroup = endpoint({
  route: 'PUT /group/sub/update',
  summary: 'Rename a sub group',
  access: 'groupAdmin',
  body: z
    .array(z.strictObject({ subGroupId: SubGroupId, metaGroupId: MetaGroupId.optional(), name: Name }))
    .length(1),
});

export const moveSubGroups = endpoint({
  route: 'PUT /group/sub/meta/update',
  needsFreshProof: true,
  summary: 'Move sub groups to a meta group',
  access: 'groupAdmin',
  // The body already has a field with the name of the global list.
  subGroupsIn: 'query',
  body: z.strictObject({
    metaGroupId: MetaGroupId,
    subGroupIdList: distinctList(SubGroupId, 1000),
  }),
});

export const deleteMetaGroup = endpoint({
  route: 'DELETE /group/meta/delete/:id',
  needsFreshProof: true,
  summary: 'Delete a meta group without sub groups',
  access: 'totalAdmin',
  params: { id: idTextSchema('MetaGroupId') },
});

export const deleteSubGroups = endpoint({
  route: 'DELETE /group/sub/delete/:ids',
  needsFreshProof: true,
  summary: 'Delete sub groups without clusters',
  access: 'groupAdmin',
  params: { ids: distinctIdsText('SubGroupId') },
});

export const grantSubGroups = endpoint({
  route: 'POST /group/sub/user',
  needsFreshProof: true,
  summary: 'Make users members of sub groups',
  access: 'groupAdmin',
  body: z.array(GroupUserLink).min(1).max(1000),
});

export const revokeSubGroup = endpoint({
  route: 'DELETE /group/sub/user/:userNo/:metaGroupId/:subGroupId',
  needsFreshProof: true,
  summary: 'Remove a user from a sub group',
  access: 'groupAdmin',
});
