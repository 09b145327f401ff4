import { confirmAlarms, listAlarms } from '@gwanje/contract/alarms/alarms';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api, type OwnUser, ownUser } from '../support/api.ts';
import { enter, refreshOften, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

/** An administrator, a cluster in a group, and a user who may see only that group. */
async function setUpCluster(groupName: string) {
  const admin = await Api.as('total');
  const group = await subGroup(admin, groupName);
  const cluster = await OwnCluster.create(admin, uniqueName('alarm'), group);
  const watcher = await ownUser(admin, [group]);
  return { admin, cluster, watcher };
}

async function openAs({ userId, password }: OwnUser, path: string, expectErrors?: RegExp) {
  const { page } = await visitor(expectErrors ? { expectErrors } : {});
  await refreshOften(page);
  await enter(page, userId, path, password);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

function listOf(cluster: OwnCluster): string {
  return `/alarm-list?${new URLSearchParams({ 'f.clusterName': `=${cluster.name}` })}`;
}

function rowOf(page: Page, podName: string): Locator {
  return page.getByRole('row').filter({ hasText: podName });
}

async function alarmOf(api: Api, podName: string) {
  const body = { filter: { objectName: [podName] } };
  const { list } = await api.call(listAlarms, { params: { pageNo: 1, pageCnt: 10 }, body });
  return list.find(({ itemKey }) => itemKey === 'pod.crashLoop');
}

test('a crash-looping pod appears in the realtime window, and another user sees it acknowledged', async () => {
  const { cluster, watcher } = await setUpCluster('검증');
  const podName = uniqueName('web');
  await cluster.sendPods([{ name: podName }]);
  const realtimePage = await openAs(watcher, '/realtime-detection');
  await realtimePage.getByText('연결됨', { exact: true }).waitFor();
  const { page: other } = await visitor();
  await refreshOften(other);
  await enter(other, 'total', listOf(cluster));
  await other.getByText('조건에 맞는 항목이 없습니다.').waitFor();

  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const item = realtimePage.getByRole('article').filter({ hasText: podName });
  await item.waitFor();
  await expect.poll(() => realtimePage.title()).toBe('(1) 실시간 감지 · 관제');
  await rowOf(other, podName).getByText('발생', { exact: true }).waitFor();

  await item.getByRole('button', { name: `${podName} 확인` }).click();
  await rowOf(other, podName).getByText('확인', { exact: true }).waitFor();
  await item.getByText('확인', { exact: true }).waitFor();
  await expect.poll(() => realtimePage.title()).toBe('(0) 실시간 감지 · 관제');
});

test('a user who acts on an alarm too late learns who was first, and other users see a memo at once', async () => {
  const { admin, cluster, watcher } = await setUpCluster('검증');
  const podName = uniqueName('api');
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const { page: first } = await visitor();
  await refreshOften(first);
  await enter(first, 'total', listOf(cluster));
  await rowOf(first, podName).waitFor();
  const second = await openAs(watcher, listOf(cluster), /status of 409/);
  await rowOf(second, podName).getByRole('checkbox').check();
  await second.getByRole('button', { name: '조치 완료', exact: true }).last().click();
  const dialog = second.getByRole('dialog', { name: '알람 조치 완료' });
  await dialog.waitFor();

  const alarm = await alarmOf(admin, podName);
  if (!alarm) throw new Error('the alarm is not listed');
  await admin.call(confirmAlarms, { body: [{ alarmId: alarm.alarmId, confirmLevel: 2 }] });
  await rowOf(first, podName).getByText('확인', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: '조치 완료', exact: true }).click();
  const conflict = second.getByRole('alertdialog');
  await conflict.getByText(/님이 먼저 '확인' 상태로 바꾸었습니다/).waitFor();
  await conflict.getByRole('button', { name: '확인', exact: true }).click();
  await rowOf(second, podName).getByText('확인', { exact: true }).waitFor();

  for (const page of [first, second]) {
    await rowOf(page, podName)
      .getByRole('button', { name: `${podName} 메모 0건 보기` })
      .click();
    await page.getByRole('dialog', { name: /^메모/ }).waitFor();
  }
  await second.getByRole('textbox', { name: '새 메모' }).fill('이미지 롤백 중 <b>v1.0.1</b>');
  await second.getByRole('button', { name: '메모 저장' }).click();
  const memo = first.getByRole('dialog', { name: /^메모/ }).getByRole('listitem');
  await memo.getByText('이미지 롤백 중 <b>v1.0.1</b>').waitFor();
  await memo.getByText('시험 사용자').waitFor();
});
