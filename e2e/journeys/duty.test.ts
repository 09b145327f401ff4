import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { deleteRota, insertRota } from '@gwanje/contract/duty/duty-rotas';
import { expect, onTestFinished, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api, ownUser } from '../support/api.ts';
import { enter, openPage, useBrowser } from '../support/browser.ts';
import { type SubGroup, subGroup } from '../support/groups.ts';
import { answerDialog, REFUSALS, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
/** The rota of the demo around the clock. */
const ROTA = '커머스 관제 당직';

test('the header names who is on duty, an exception puts another person into a shift, and a new rota shows its gaps', async () => {
  const { page } = await visitor();
  await enter(page, 'key', '/main');
  const control = page.getByRole('button', { name: /^현재 당직자: / });
  await control.click();
  const panel = page.getByRole('dialog', { name: '현재 당직자' });
  await panel.getByText(ROTA).waitFor();
  await panel.getByText(/까지$/).first().waitFor();
  await panel.getByRole('link', { name: '당직표 보기' }).click();
  const calendar = page.getByRole('list', { name: `${ROTA} 당직표` });
  await expect.poll(() => calendar.locator(':scope > li').count()).toBe(7);
  await calendar.getByText('지금', { exact: true }).waitFor();
  const gaps = page.getByRole('list', { name: '공통 인프라 당직 당직표' });
  await gaps.getByText('당직자 없음').first().waitFor();

  const region = page.getByRole('region', { name: ROTA });
  const today = region.getByRole('list', { name: `${ROTA} 당직표` }).locator('li[data-today]');
  await today.getByRole('button', { name: /주간/ }).click();
  const form = page.getByRole('dialog', { name: `${ROTA} 근무 교환·예외 등록` });
  await form.getByRole('combobox', { name: '대신할 사람' }).click();
  await page.getByRole('option', { name: /데모 대표/ }).click();
  await form.getByLabel('메모').fill('휴가');
  await form.getByRole('button', { name: '등록', exact: true }).click();
  await today.getByText(/대신\)/).waitFor();
  await region.getByRole('button', { name: '예외 목록' }).click();
  const list = page.getByRole('dialog', { name: `${ROTA} 예외 목록` });
  await list.getByText('휴가').waitFor();
  await list.getByRole('button', { name: '예외 삭제' }).click();
  await answerDialog(page, '삭제');
  await list.getByText('등록된 예외가 없습니다').waitFor();
  await list.getByRole('button', { name: '닫기' }).click();
  await today.getByText(/대신\)/).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: '월', exact: true }).click();
  await page.waitForURL(/view=month/);
  await expect.poll(() => calendar.locator(':scope > li').count()).toBeGreaterThan(27);

  await openPage(page, '/setting/duty');
  await page.getByRole('button', { name: '당직표 생성' }).first().click();
  const name = uniqueName('당직');
  await page.getByRole('textbox', { name: '이름', exact: true }).fill(name);
  await page.getByRole('combobox', { name: '메타 그룹' }).click();
  await page.getByRole('option', { name: '커머스 플랫폼 본부' }).click();
  await page.getByRole('button', { name: '근무 삭제' }).nth(1).click();
  const firstPerson = page.getByRole('combobox', { name: '주간 1조 1차' });
  await firstPerson.click();
  await page.getByRole('option', { name: /데모 그룹/ }).click();
  await page.getByText(/앞으로 2주 동안 당직자가 없는 시간대가 \d+개 있습니다/).waitFor();
  const start = await page.getByLabel('시작 시각').inputValue();
  await page.getByLabel('종료 시각').fill(start);
  await page.getByText('앞으로 2주 동안 당직자가 없는 시간이 없습니다.').waitFor();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.waitForURL(/dutyRotaId=\d+/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await answerDialog(page, '삭제');
  await page.waitForURL(/\/setting\/duty$/);
  await page.getByRole('link', { name: ROTA }).waitFor();
  expect(await page.getByText(name).count()).toBe(0);
});

test('an alarm that nobody acknowledged goes to the person on duty, and further steps end when somebody does', async () => {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '운영');
  const { userNo, userId, password } = await ownUser(admin, [group], 'duty-e2e@example.com');
  const name = uniqueName('당직');
  await insertRotaAroundTheClock(admin, group, { name, userNo });
  const cluster = await OwnCluster.create(admin, uniqueName('duty'), group);
  const podName = uniqueName('web');
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const { page } = await visitor();
  await enter(page, userId, `/alarm-list?${new URLSearchParams({ 'f.objectName': podName })}`, password);
  await page.getByRole('row').filter({ hasText: podName }).first().click();
  const steps = page.getByRole('dialog').getByRole('region', { name: /^에스컬레이션/ });
  const own = steps.getByRole('listitem').filter({ hasText: name });
  await own.filter({ hasText: '1단계 1차 당직자' }).getByText('메일 발송됨').waitFor();
  const next = own.filter({ hasText: '다음: 2단계 책임자' });
  await next.getByText('시험 사용자').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '확인', exact: true }).click();
  const question = page.getByRole('dialog', { name: '알람 확인' });
  await question.getByRole('button', { name: '확인', exact: true }).click();
  await steps.getByText('알람이 확인되어 남은 단계는 보내지 않습니다.').waitFor();
});

/** One person, who gets a message at once and again as the lead after an hour. */
async function insertRotaAroundTheClock(
  admin: Api,
  { metaGroupId, subGroupId }: SubGroup,
  { name, userNo }: { readonly name: string; readonly userNo: number },
): Promise<void> {
  const { dutyRotaId } = await admin.call(insertRota, {
    body: {
      name,
      metaGroupId,
      forSubGroupIdList: [subGroupId],
      timeZone: 'UTC',
      validFrom: null,
      validTo: null,
      leadUserNo: userNo,
      shiftList: [
        {
          shiftId: 'day',
          name: '종일',
          from: '00:00',
          to: '00:00',
          dayList: [1, 2, 3, 4, 5, 6, 7],
          slotList: [{ firstUserNo: userNo, secondUserNo: null }],
          everyDays: null,
          firstDate: '2026-01-01',
        },
      ],
      stepList: [
        { to: 'first', afterMin: 0, minLevel: 1 },
        { to: 'lead', afterMin: 60, minLevel: 1 },
      ],
    },
  });
  onTestFinished(async () => {
    await admin.call(deleteRota, { params: { dutyRotaId: String(dutyRotaId) } });
  });
}

test('of two people who write a handover the second is asked; it is finished, taken over by another, and carries an open item', async () => {
  const admin = await Api.as('total');
  const cluster = await OwnCluster.create(admin, uniqueName('handover'), await subGroup(admin, '운영'));
  const podName = uniqueName('web');
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const openAlarms = async () => {
    const body = { filter: { objectName: [podName] } };
    return (await admin.call(listAlarms, { params: { pageNo: 1, pageCnt: 1 }, body })).list.length;
  };
  await expect.poll(openAlarms).toBe(1);
  const { page } = await visitor();
  await enter(page, 'key', '/handover');
  const ownDrafts = page
    .getByRole('region', { name: '진행 중' })
    .getByRole('row')
    .filter({ hasText: '초안' });
  await ownDrafts.filter({ hasText: ROTA }).first().getByRole('link').click();
  const remark = page.getByRole('textbox', { name: `${podName} 의견` });
  await remark.waitFor();
  const { pathname, search } = new URL(page.url());
  const { page: next } = await visitor(REFUSALS);
  await enter(next, 'total', `${pathname}${search}`);
  const draftNotes = next.getByRole('textbox', { name: '전달 사항' });
  await draftNotes.waitFor();

  const text = uniqueName('의견');
  await remark.fill(text);
  const save = page.getByRole('button', { name: '임시 저장' });
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await draftNotes.fill('다른 내용');
  await next.getByRole('button', { name: '임시 저장' }).click();
  await next.getByRole('alertdialog').getByText('다른 사용자가 먼저 변경했습니다').waitFor();
  await answerDialog(next, '다시 불러오기');
  await expect.poll(() => draftNotes.inputValue()).not.toBe('다른 내용');
  const buttons = ['임시 저장', '작성 완료', '인쇄', '추가'];
  for (const name of buttons) await next.getByRole('button', { name, exact: true }).waitFor();
  await next.emulateMedia({ media: 'print' });
  await next.getByText(`의견: ${text}`).waitFor();
  for (const name of buttons)
    expect(await next.getByRole('button', { name, exact: true }).isVisible()).toBe(false);
  expect(await draftNotes.isVisible()).toBe(false);
  await next.emulateMedia({ media: 'screen' });
  await draftNotes.waitFor();

  await page.getByText('시스템이 저장된 기록으로 작성한 초안입니다', { exact: false }).waitFor();
  const item = uniqueName('미결');
  await page.getByRole('textbox', { name: '새 미결 사항' }).fill(item);
  await page.getByRole('button', { name: '추가', exact: true }).click();
  await page.getByRole('button', { name: `${item} 완료` }).waitFor();
  const notes = uniqueName('전달');
  await page.getByRole('textbox', { name: '전달 사항' }).fill(notes);
  await page.getByRole('button', { name: '작성 완료' }).click();
  await answerDialog(page, '작성 완료');
  await page.waitForURL(/handoverId=\d+/);
  await page.getByText('아직 아무도 인수하지 않았습니다.', { exact: false }).waitFor();
  const address = new URL(page.url());

  await openPage(next, `${address.pathname}${address.search}`);
  await next.getByText(notes).waitFor();
  await next.getByRole('button', { name: '인수하기' }).click();
  await answerDialog(next, '인수하기');
  await next.getByText('인수 완료').waitFor();
  await next.getByText(/데모 전체 인수/).waitFor();

  await openPage(next, '/handover');
  await next.getByRole('button', { name: '지난 인수인계' }).click();
  await next.getByRole('searchbox', { name: '내용, 사람, 대상으로 검색' }).fill(notes);
  await next.waitForURL(/search=/);
  const past = next.getByRole('region', { name: '지난 인수인계' });
  await expect.poll(() => past.getByRole('row').filter({ hasText: ROTA }).count()).toBe(1);
  await next.getByRole('button', { name: '진행 중', exact: true }).click();
  const drafts = next.getByRole('region', { name: '진행 중' }).getByRole('row').filter({ hasText: '초안' });
  await drafts.filter({ hasText: ROTA }).first().getByRole('link').click();
  await next.getByText(item).waitFor();
  await next.getByRole('button', { name: `${item} 완료` }).click();
  await next.getByText(/데모 전체 완료/).waitFor();
});
