import { grantSubGroups, revokeSubGroup, updateSubGroup } from '@gwanje/contract/users/groups';
import { call } from '#core/api/client.ts';
import type { AccessChangeRequest } from '#entities/access-preview/confirm-access-change.tsx';
import { type MemberDraft, memberChanges, type SubGroupInfo } from './member-draft.ts';

/**
 * One call per kind of change. If one is refused, earlier ones stay. Saving again does the rest, since the
 * draft is compared with the server's current state.
 */
export async function saveSubGroup(info: SubGroupInfo, name: string, draft: MemberDraft): Promise<void> {
  const { subGroupId, metaGroupId } = info;
  const { links, leavingUserNos } = memberChanges(info, draft);
  if (name !== info.name) await call(updateSubGroup, { body: [{ subGroupId, metaGroupId, name }] });
  if (links.length > 0) await call(grantSubGroups, { body: links });
  for (const userNo of leavingUserNos)
    await call(revokeSubGroup, { params: { userNo, metaGroupId, subGroupId } });
}

/** Null if no member changes. */
export function memberAccessChange(info: SubGroupInfo, draft: MemberDraft): AccessChangeRequest | null {
  const { links: grantList, leavingUserNos } = memberChanges(info, draft);
  const { metaGroupId, subGroupId } = info;
  const revokeList = leavingUserNos.map((userNo) => ({ userNo, metaGroupId, subGroupId }));
  if (grantList.length === 0 && revokeList.length === 0) return null;
  return { kind: 'changeRights', grantList, revokeList };
}

export function isSubGroupChanged(info: SubGroupInfo, name: string, draft: MemberDraft): boolean {
  const { links, leavingUserNos } = memberChanges(info, draft);
  return name.trim() !== info.name || links.length > 0 || leavingUserNos.length > 0;
}
