import { deleteTemplates, insertTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { insertWebhook } from '@gwanje/contract/alarms/webhooks';
import { openInstallationDatabase } from '@gwanje/testkit/installation-database';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { enter, openPage, refreshOften, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { chooseGroups, type SubGroup, subGroup } from '../support/groups.ts';
import { startReceiver } from '../support/receiver.ts';
import { createMetaGroup, createSubGroup, REFUSALS, rowOf, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
/** The server gives up after twelve attempts. */
const ATTEMPTS_BEFORE_LAST = 11;

/** A template and a cluster for this test only, and a page with the session of an administrator. */
async function setUp(ownGroup?: string) {
  const admin = await Api.as('total');
  const { alarmTemplateId } = await admin.call(insertTemplate, { body: { name: uniqueName('알림') } });
  onTestFinished(async () => {
    await admin.call(deleteTemplates, { params: { ids: String(alarmTemplateId) } });
  });
  const { page } = await visitor(REFUSALS);
  await signInByApi(page, 'total');
  await refreshOften(page);
  const group = ownGroup === undefined ? await subGroup(admin, '검증') : await newGroup(page, ownGroup);
  const cluster = await OwnCluster.create(admin, uniqueName('notified'), group, alarmTemplateId);
  return { admin, alarmTemplateId, page, cluster };
}

async function newGroup(page: Page, name: string): Promise<SubGroup> {
  const metaGroupId = await createMetaGroup(page, uniqueName('meta'));
  return { metaGroupId, subGroupId: await createSubGroup(page, metaGroupId, name) };
}

async function crash(admin: Api, cluster: OwnCluster, podName: string): Promise<number> {
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const found = async () => {
    const body = { filter: { objectName: [podName], itemKey: ['pod.crashLoop'] } };
    const { list } = await admin.call(listAlarms, { params: { pageNo: 1, pageCnt: 1 }, body });
    return list[0]?.alarmId ?? 0;
  };
  await expect.poll(found).toBeGreaterThan(0);
  return found();
}

async function deliveriesOf(admin: Api, alarmId: number) {
  return (await admin.call(getAlarm, { params: { alarmId: String(alarmId) } })).deliveryList;
}

function deliveries(page: Page): Locator {
  return page.getByRole('dialog').getByRole('region', { name: /^알림 발송 기록/ });
}

test('a webhook is set up and tested on screen; its failed delivery is shown with the alarm and resent', async () => {
  const { admin, alarmTemplateId, page, cluster } = await setUp();
  const receiver = await startReceiver();
  const [name, podName] = [uniqueName('수신'), uniqueName('web')];
  await openPage(page, `/setting/alarm-template?alarmTemplateId=${alarmTemplateId}&tab=webhooks`);
  await page.getByText('웹훅이 없습니다').waitFor();
  await page.getByRole('button', { name: '웹훅 추가' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^이름/).fill(name);
  await dialog.getByLabel(/^주소/).fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: '테스트 발송' }).click();
  await dialog.getByText('내부망 주소에는 보낼 수 없습니다.').waitFor();
  await dialog.getByLabel(/^주소/).fill(receiver.url);
  receiver.answer(503);
  await dialog.getByRole('button', { name: '테스트 발송' }).click();
  await dialog.getByText(/받는 곳이 거부했습니다.*503/).waitFor();
  receiver.answer(200);
  await dialog.getByRole('button', { name: '테스트 발송' }).click();
  await dialog.getByText(/전달되었습니다\. \(\d+ ms, 응답 200\)/).waitFor();
  expect(receiver.received).toHaveLength(1);
  await dialog.getByRole('button', { name: '웹훅 추가' }).click();
  await rowOf(page, '웹훅', name).getByText('아직 보낸 적 없음').waitFor();

  receiver.answer(503);
  const alarmId = await crash(admin, cluster, podName);
  const attempts = async () => (await deliveriesOf(admin, alarmId))[0]?.attemptCnt ?? 0;
  await expect.poll(attempts).toBeGreaterThan(0);
  await failAllButLastAttempt(alarmId);
  const state = async () => (await deliveriesOf(admin, alarmId))[0]?.state;
  await expect.poll(state).toBe('failed');

  await page.goto(`${stack().consoleUrl}/alarm-list?alarmId=${alarmId}`);
  await deliveries(page).getByText('실패', { exact: true }).waitFor();
  await deliveries(page).getByText('시도 12회').waitFor();
  await deliveries(page)
    .getByText(/받는 곳이 거부했습니다.*503/)
    .waitFor();
  receiver.answer(200);
  await deliveries(page)
    .getByRole('button', { name: `${name} 다시 보내기` })
    .click();
  await deliveries(page).getByText('발송됨', { exact: true }).waitFor();
  const [, secondCall] = receiver.received;
  expect(secondCall?.deliveryId).toBe((await deliveriesOf(admin, alarmId))[0]?.deliveryId);
  expect(secondCall?.body).toContain(podName);
});

/**
 * Sets the attempt count in the database as if the receiver had refused for a day. The next attempt is the
 * last.
 */
async function failAllButLastAttempt(alarmId: number): Promise<void> {
  const { db, close } = openInstallationDatabase(stack().databaseUrl);
  try {
    await db
      .updateTable('outbox')
      .set({ attemptCnt: ATTEMPTS_BEFORE_LAST, nextAttemptAt: new Date() })
      .where('alarmId', '=', alarmId)
      .where('state', '=', 'waiting')
      .execute();
  } finally {
    await close();
  }
}

test('a maintenance window marks the alarm and holds its notifications until the window ends', async () => {
  const { admin, alarmTemplateId, page, cluster } = await setUp();
  const receiver = await startReceiver();
  const [name, podName] = [uniqueName('수신'), uniqueName('db')];
  await admin.call(insertWebhook, {
    body: {
      alarmTemplateId,
      name,
      kind: 'json',
      url: receiver.url,
      recipientList: [],
      bodyTemplate: null,
      language: 'ko',
      minLevel: 1,
      isOn: true,
      sendsRecovery: true,
      hours: null,
      quietHours: null,
      forSubGroupIdList: null,
      escalateAfterMin: null,
    },
  });
  await cluster.sendPods([{ name: podName }]);
  await enter(page, 'total', `/alarm-list?${new URLSearchParams({ 'f.clusterName': `=${cluster.name}` })}`);
  await page.getByRole('button', { name: '점검 등록' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '점검 등록' }).click();
  await dialog.getByText('점검할 클러스터나 서브 그룹을 선택해 주세요.').waitFor();
  await dialog.getByRole('combobox', { name: /^점검 대상/ }).fill(cluster.name);
  await page.getByRole('option', { name: new RegExp(`^${cluster.name}`) }).click();
  await dialog.getByLabel('사유').fill('노드 교체');
  await dialog.getByRole('button', { name: '점검 등록' }).click();
  const strip = page
    .getByRole('region', { name: '점검' })
    .getByRole('listitem')
    .filter({ hasText: cluster.name });
  await strip.getByText('진행 중').waitFor();
  await strip.getByText('노드 교체').waitFor();

  const alarmId = await crash(admin, cluster, podName);
  await page.getByRole('row').filter({ hasText: podName }).getByRole('img', { name: '점검 중' }).waitFor();
  await page.goto(`${stack().consoleUrl}/alarm-list?alarmId=${alarmId}`);
  await deliveries(page).getByText('보류', { exact: true }).waitFor();
  await deliveries(page)
    .getByText(/까지 점검 중/)
    .waitFor();
  expect(receiver.received).toEqual([]);

  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  await strip.getByRole('button', { name: `${cluster.name} 점검 종료` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '점검 종료' }).click();
  await expect.poll(() => receiver.received.map(({ body }) => body.includes(podName))).toEqual([true]);
});

test('a backtest shows the alarms that a template would have raised in the selected groups', async () => {
  const groupName = uniqueName('backtested');
  const { alarmTemplateId, page, cluster } = await setUp(groupName);
  // The data must lie in the past when the backtest replays them.
  const pods = [{ name: uniqueName('job'), crashLoops: true }];
  const nowMs = Date.now();
  for (const minutes of [6, 4, 2]) await cluster.sendPods(pods, nowMs - minutes * 60_000, { isOld: true });
  await cluster.sendPods(pods, nowMs);
  await openPage(page, `/setting/alarm-template?alarmTemplateId=${alarmTemplateId}&tab=backtest`);
  await chooseGroups(page, groupName);
  await page.getByText('아직 검증하지 않았습니다').waitFor();
  await page.getByRole('button', { name: '사전 검증 시작' }).click();
  await page.getByText(/· 클러스터 1개/).waitFor();
  const row = rowOf(page, '사전 검증 결과', 'CrashLoop');
  const [, fired, open] = await row.getByRole('cell').allTextContents();
  expect([fired, open]).toEqual(['1', '1']);
});
