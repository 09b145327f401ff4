import { readFile } from 'node:fs/promises';
import { confirmAlarms, countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { openStream } from '@gwanje/kinds/calls/stream';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { OwnCluster } from './support/agent.ts';
import { Api, type OwnUser, ownUser } from './support/api.ts';
import { enter, refreshOften, signInByApi, stack, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import { uniqueName } from './support/settings.ts';

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
  const { page, context } = await visitor(expectErrors ? { expectErrors } : {});
  await refreshOften(page);
  await enter(page, userId, path, password);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, context };
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

/** Collects all text that the stream sends to a user from now on. */
async function collectStreamText(context: BrowserContext): Promise<{ readonly text: () => string }> {
  const { consoleUrl } = stack();
  const cookies = await context.cookies(consoleUrl);
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const answer = await fetch(consoleUrl + API_PREFIX + openStream.path, {
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
    },
    signal: ended.signal,
  });
  expect(answer.status).toBe(200);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  read().catch(() => undefined);
  return { text: () => text };
}

test('a crash-looping pod appears in the realtime window, and another user sees it acknowledged', async () => {
  const { cluster, watcher } = await setUpCluster('검증');
  const podName = uniqueName('web');
  await cluster.sendPods([{ name: podName }]);
  const { page: realtimePage } = await openAs(watcher, '/realtime-detection');
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

test('a user of another group cannot see the alarm in list, count, stream or export, or by its address', async () => {
  const { admin, cluster, watcher } = await setUpCluster('검증');
  const otherGroup = await setUpCluster('운영');
  const [podName, otherName] = [uniqueName('web'), uniqueName('batch')];
  await otherGroup.cluster.sendPods([{ name: otherName, crashLoops: true }]);
  const { page, context } = await openAs(otherGroup.watcher, '/alarm-list');
  await rowOf(page, otherName).waitFor();
  const { context: watcherContext, page: session } = await visitor();
  await signInByApi(session, watcher.userId, watcher.password);
  const [ownStream, otherStream] = [
    await collectStreamText(watcherContext),
    await collectStreamText(context),
  ];

  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  await expect.poll(() => ownStream.text()).toContain(podName);
  const api = await Api.as(otherGroup.watcher.userId, otherGroup.watcher.password);
  const alarm = await alarmOf(admin, podName);
  if (!alarm) throw new Error('the alarm is not listed');
  expect(await alarmOf(api, podName)).toBeUndefined();
  await expect(api.call(getAlarm, { params: { alarmId: String(alarm.alarmId) } })).rejects.toThrow(/8003/);
  const own = await api.call(listAlarms, {
    params: { pageNo: 1, pageCnt: 1000 },
    body: { filter: { confirmLevel: [1, 2, 3], isFolded: false } },
  });
  const counted = await api.call(countAlarms);
  expect(counted.critical + counted.warning).toBe(
    own.list.filter(({ recoveredAt }) => recoveredAt === null).length,
  );
  const exported = await exportedText(page);
  expect(exported).toContain(otherName);
  expect(exported).not.toContain(podName);
  // A later event of the user's own cluster proves that the stream was still open.
  await otherGroup.cluster.sendPods([{ name: otherName }]);
  await expect.poll(() => otherStream.text()).toContain(otherName);
  expect(otherStream.text()).not.toContain(podName);
  expect(await rowOf(page, podName).count()).toBe(0);
});

async function exportedText(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV 내보내기' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('a user who acts on an alarm too late learns who was first, and other users see a memo at once', async () => {
  const { admin, cluster, watcher } = await setUpCluster('검증');
  const podName = uniqueName('api');
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const { page: first } = await visitor();
  await refreshOften(first);
  await enter(first, 'total', listOf(cluster));
  await rowOf(first, podName).waitFor();
  const { page: second } = await openAs(watcher, listOf(cluster), /status of 409/);
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
