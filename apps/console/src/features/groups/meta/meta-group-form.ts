import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/ids';
import type { MetaGroup, updateMetaGroup } from '@gwanje/contract/users/groups';
import { type FieldReasons, NAME_REASONS } from '#components/forms/field-errors.ts';

type MetaGroupField = 'name' | 'ownerUserNo';

export interface MetaGroupDraft {
  readonly name: string;
  /** Null: there is none, or the actor may not see it. */
  readonly owner: { readonly userNo: UserNo; readonly name: string; readonly userId?: string } | null;
}

export const META_GROUP_REASONS: FieldReasons<MetaGroupField> = {
  name: NAME_REASONS,
  ownerUserNo: { notAnAdmin: 'groups.ownerNotAnAdmin', notActive: 'groups.ownerNotActive' },
};

export function metaGroupDraft(group: MetaGroup | null): MetaGroupDraft {
  if (group === null) return { name: '', owner: null };
  const { name, ownerUserNo, ownerName } = group;
  return { name, owner: ownerUserNo === null ? null : { userNo: ownerUserNo, name: ownerName ?? '' } };
}

/** Only the fields that differ: a rename by a group admin must not count as setting the owner. */
export function metaGroupChange(
  group: MetaGroup,
  draft: MetaGroupDraft,
): BodyIn<typeof updateMetaGroup>[number] {
  const name = draft.name.trim();
  const ownerUserNo = draft.owner?.userNo;
  return {
    metaGroupId: group.metaGroupId,
    ...(name !== group.name && { name }),
    ...(ownerUserNo !== undefined && ownerUserNo !== group.ownerUserNo && { ownerUserNo }),
  };
}

export function isMetaGroupChanged(group: MetaGroup | null, draft: MetaGroupDraft): boolean {
  if (group === null) return draft.name.trim() !== '';
  return Object.keys(metaGroupChange(group, draft)).length > 1;
}
