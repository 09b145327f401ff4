import { readFile } from 'node:fs/promises';
import { getReport } from '@gwanje/contract/reports/report-schedules';
import { listGroupNames } from '@gwanje/contract/users/groups';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { Api } from '../support/api.ts';
import { enter, openPage, useBrowser } from '../support/browser.ts';
import { answerDialog, rowOf, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
const GROUP = '커머스 플랫폼 본부';

/** The report page does not load again by itself. */
async function waitForFirstData(): Promise<void> {
  const admin = await Api.as('key');
  const { groupNameList } = await admin.call(listGroupNames);
  const metaGroupId = String(groupNameList.find(({ metaGroupName }) => metaGroupName === GROUP)?.metaGroupId);
  const query = { kind: 'weekly', date: new Date().toISOString().slice(0, 10), timeZone: 'UTC' } as const;
  const clusters = async () =>
    (await admin.call(getReport, { params: { metaGroupId }, query })).report.availability.clusterList;
  await expect
    .poll(async () => (await clusters()).every(({ firstDataAt }) => firstDataAt !== null))
    .toBe(true);
}

test('an admin reads the running week of a group, saves and prints it; a week before the first data leads back to it', async () => {
  await waitForFirstData();
  const { page } = await visitor();
  const today = new Date().toISOString().slice(0, 10);
  await enter(page, 'key', `/report?date=${today}&timeZone=UTC`);
  await page.getByRole('heading', { level: 1, name: '주간 보고서' }).waitFor();
  await page.getByText('진행 중', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: '메타 그룹' }).selectOption(GROUP);
  for (const name of ['클러스터별 가동률', '확인과 조치까지 걸린 시간', '클러스터별 사용량 추세'])
    await page.getByRole('table', { name }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 저장' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/주간 보고서 .*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('클러스터별 가동률');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'CSV 저장' }).isVisible()).toBe(false);
  expect(await page.getByRole('table', { name: '클러스터별 가동률' }).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  await openPage(page, '/report?date=2020-01-01&timeZone=UTC');
  await page.getByRole('combobox', { name: '메타 그룹' }).selectOption(GROUP);
  await page.getByText('이 기간에 수집된 자료가 없습니다').waitFor();
  await page.getByRole('button', { name: '다음 기간' }).click();
  await page.getByText('2020-01-06 ~ 2020-01-12', { exact: true }).waitFor();
  await page.getByRole('button', { name: '이번 주 보기' }).click();
  await page.getByText('진행 중', { exact: true }).waitFor();
  await page.getByRole('table', { name: '클러스터별 가동률' }).waitFor();
});

test('an admin adds a schedule, changes it, sends a report by hand and deletes it; a refused address shows its error', async () => {
  const { page } = await visitor();
  await enter(page, 'key', '/setting/report');
  await page.getByRole('button', { name: '일정 추가' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('이름').fill('주간 회의');
  await dialog.getByLabel('수신자').fill('noc-e2e@example.com');
  await dialog.getByRole('button', { name: '생성' }).click();
  const row = rowOf(page, '보고서 설정', 'noc-e2e@example.com');
  await row.getByText('매주 월요일 09:00').waitFor();
  await row.getByRole('button', { name: '보고서 일정 수정' }).click();
  await dialog.getByLabel('발송 시각').fill('07:30');
  await dialog.getByRole('button', { name: '저장' }).click();
  await row.getByText('매주 월요일 07:30').waitFor();
  await row.getByRole('button', { name: '삭제' }).click();
  await answerDialog(page, '삭제');
  await row.waitFor({ state: 'detached' });

  const add = async (name: string, email: string) => {
    await page.getByRole('button', { name: '일정 추가' }).first().click();
    await dialog.getByLabel('이름').fill(name);
    await dialog.getByLabel('수신자').fill(email);
    await dialog.getByRole('button', { name: '생성' }).click();
    return rowOf(page, '보고서 설정', email);
  };
  const send = async (row: Locator) => {
    await row.getByText('보낸 적 없음').waitFor();
    await row.getByRole('button', { name: '지금 보내기' }).click();
    await answerDialog(page, '지금 보내기');
    await page.getByRole('alertdialog').getByText('보고서를 보내기 시작했습니다.').waitFor();
    await answerDialog(page, '확인');
  };
  const sentRow = await add(uniqueName('발송'), 'reader-e2e@example.com');
  await send(sentRow);
  await sentRow.getByText('발송됨', { exact: true }).waitFor();
  // The mail server refuses this address.
  const refused = await add(uniqueName('거부'), 'nobody-e2e@example.com');
  await send(refused);
  await refused.getByTitle(/^메일 서버가 거부했습니다\..*550/).waitFor();
  for (const sent of [sentRow, refused]) {
    await sent.getByRole('button', { name: '삭제' }).click();
    await answerDialog(page, '삭제');
    await sent.waitFor({ state: 'detached' });
  }

  await openPage(page, '/setting/audit?search=reportSchedule.');
  await page.getByRole('grid', { name: '감사 로그' }).getByText('reportSchedule.delete').first().waitFor();
});

test('a group admin is offered only the groups whose schedules the server lets the admin change', async () => {
  const { page } = await visitor();
  await enter(page, 'group', '/setting/report');
  await page.getByRole('button', { name: '일정 추가' }).first().click();
  const group = page.getByRole('dialog').getByRole('combobox', { name: '메타 그룹' });
  await expect.poll(() => group.getByRole('option').allTextContents()).toEqual([GROUP]);
  await openPage(page, '/report');
  const shown = page.getByRole('combobox', { name: '메타 그룹' }).getByRole('option');
  await expect.poll(() => shown.count()).toBeGreaterThan(1);
});
