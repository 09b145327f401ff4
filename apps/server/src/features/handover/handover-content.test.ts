import { expect, test } from 'vitest';
import { FullContent, searchTextOf, seenContent, seenKeys } from './handover-content.ts';

const at = '2026-01-05T00:00:00.000Z';
const silent = (no: number, subGroupId: number) => ({
  key: `silent:${no}`,
  subGroupId,
  clusterName: `cluster-${no}`,
  fromAt: at,
  toAt: null,
});
const setting = (no: number, subGroupId: number | null) => ({
  key: `setting:${no}`,
  subGroupId,
  action: 'cluster.update',
  name: null,
  userId: null,
  at,
});
const content = FullContent.parse({
  openedList: [],
  handledList: [],
  openList: [],
  muteList: [],
  changeList: [],
  settingList: [setting(1, 10), setting(1, 20), setting(2, null)],
  silentList: [silent(1, 10), silent(2, 10), silent(3, 20)],
  itemList: [],
  leftOut: [
    { list: 'silentList', subGroupId: 10, cnt: 7 },
    { list: 'openList', subGroupId: 10, cnt: 3 },
  ],
});
const seenBy = (...subGroupIds: number[]) => seenContent(content, (id) => subGroupIds.includes(id));

test('a count says how many lines the groups of the reader have, also those that are left out', () => {
  expect([seenBy(10, 20).silentCnt, seenBy(10).silentCnt, seenBy(20).silentCnt]).toEqual([10, 9, 1]);
  expect([seenBy(10).openCnt, seenBy(20).openCnt]).toEqual([3, 0]);
  expect(seenBy(20).silentList.map(({ clusterName }) => clusterName)).toEqual(['cluster-3']);
});

test('an answer has a limit for all groups together', () => {
  const many = Array.from({ length: 400 }, (_, no) => silent(no, 1 + (no % 2)));
  const seen = seenContent(FullContent.parse({ ...content, silentList: many, leftOut: [] }), () => true);
  expect([seen.silentList.length, seen.silentCnt]).toEqual([300, 400]);
});

test('an entry about two groups is one line, and one about the rota is seen by readers of any group', () => {
  expect(seenBy(10, 20).settingList.map(({ key }) => key)).toEqual(['setting:1', 'setting:2']);
  expect(seenBy(20).settingCnt).toBe(2);
  expect([...seenKeys(content, (id) => id === 20)].sort()).toEqual(['setting:1', 'setting:2', 'silent:3']);
});

test('a content that was stored without the number of lines left out is readable and is searched', () => {
  const { leftOut: _, ...older } = content;
  expect(FullContent.parse(older).leftOut).toEqual([]);
  expect(searchTextOf(FullContent.parse(older), ['김관제'])).toContain('cluster-3');
});

test('a handover is found by the names in changed settings', () => {
  const settingList = [{ ...setting(3, 10), name: '운영 템플릿 / Slack' }, setting(4, 10)];
  const text = searchTextOf(FullContent.parse({ ...content, settingList }), []);
  expect(text.split('\n')).toContain('운영 템플릿 / slack');
});
