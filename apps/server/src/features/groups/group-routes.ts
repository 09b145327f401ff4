import type { Routes } from '../../platform/http/call.ts';
import {
  changeMetaGroup,
  createMetaGroup,
  createSubGroup,
  moveSubGroups,
  removeMetaGroup,
  removeSubGroups,
  renameSubGroup,
} from './group-changes.ts';
import { groupNames, metaGroupPage, subGroupInfo, subGroupPage } from './group-lists.ts';
import { grantSubGroups, revokeSubGroup } from './group-members.ts';

export const groupRoutes = {
  async listGroupNames({ db, user }) {
    return { groupNameList: await groupNames(db, user) };
  },
  async listMetaGroups({ db, user, params }) {
    return metaGroupPage(db, user, params);
  },
  async listSubGroups({ db, user, params: { metaGroupId, ...page } }) {
    return subGroupPage(db, user, metaGroupId, page);
  },
  async getSubGroup({ db, user, params }) {
    return subGroupInfo(db, user, params.subGroupId);
  },
  async insertMetaGroup(call) {
    return { metaGroupId: await createMetaGroup(call, call.params.name) };
  },
  async insertSubGroup(call) {
    return { subGroupId: await createSubGroup(call, call.body) };
  },
  async updateMetaGroup(call) {
    for (const change of call.body) await changeMetaGroup(call, change);
    return {};
  },
  async updateSubGroup(call) {
    for (const change of call.body) await renameSubGroup(call, change);
    return {};
  },
  async moveSubGroups(call) {
    await moveSubGroups(call, call.body);
    return {};
  },
  async deleteMetaGroup(call) {
    await removeMetaGroup(call, call.params.id);
    return {};
  },
  async deleteSubGroups(call) {
    await removeSubGroups(call, call.params.ids);
    return {};
  },
  async grantSubGroups(call) {
    await grantSubGroups(call, call.body);
    return {};
  },
  async revokeSubGroup(call) {
    await revokeSubGroup(call, call.params);
    return {};
  },
} satisfies Routes;
