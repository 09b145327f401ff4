import { grantSubGroups, revokeSubGroup, updateSubGroup } from '@gwanje/contract/groups';
import { call } from '#core/api/client.ts';
import type { AccessChangeRequest } from '#entities/access-preview/confirm-access-change.tsx';
import { type MemberDraft, memberChanges, type SubGroupInfo } from './member-draft.ts';

/**
 * One call for each kind of change. What has been done when one is refused stays done; saving again does the rest,
 * since changes are judged against what the server has then.
 */
export async function saveSubGroup(info: SubGroupInfo, name: string, draft: MemberDraft): Promise<void> {
  const { subGroupId, metaGroupId } = info;
  const { links, leavingUserNos } = memberChanges(info, draft);
  if (name !== info.name) await call(updateSubGroup, { body: [{ subGroupId, metaGroupId, name }] });
  if (links.length > 0) await call(grantSubGroups, { body: links });
  for (const userNo of leavingUserNos)
    await call(revokeSubGroup, { params: { userNo, metaGroupId, subGroupId } });
}

/** Null where all members stay what they are. */
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
