import { UserNo } from '@gwanje/contract/definition/fields';
import { MetaGroup } from '@gwanje/contract/users/groups';
import { expect, test } from 'vitest';
import { sampleOf } from '#core/testing/sample.ts';
import { isMetaGroupChanged, metaGroupChange, metaGroupDraft } from './meta-group-dialog.tsx';

const sample = Object(sampleOf(MetaGroup, { rowCnt: 0, isSparse: true }));
const owner = { ownerUserNo: 3, ownerName: '데모 그룹' };
const group = MetaGroup.parse({ ...sample, metaGroupId: 1, name: 'Commerce', ...owner });
const draft = metaGroupDraft(group);
const other = { userNo: UserNo.parse(4), name: '데모 전체' };

test('an untouched group is unchanged', () => {
  expect(isMetaGroupChanged(group, draft)).toBe(false);
  expect(isMetaGroupChanged(null, metaGroupDraft(null))).toBe(false);
});

test('only the fields that differ are sent', () => {
  expect(metaGroupChange(group, { ...draft, name: ' Shop ' })).toEqual({ metaGroupId: 1, name: 'Shop' });
  expect(metaGroupChange(group, { ...draft, owner: other })).toEqual({ metaGroupId: 1, ownerUserNo: 4 });
});

test('an owner who is hidden from the user stays', () => {
  const withHiddenOwner = { ...group, ownerUserNo: null, ownerName: null };
  const found = metaGroupChange(withHiddenOwner, { ...metaGroupDraft(withHiddenOwner), name: 'Shop' });
  expect(found).toEqual({ metaGroupId: 1, name: 'Shop' });
});
