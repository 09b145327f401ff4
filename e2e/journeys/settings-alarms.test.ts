import { getClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { expect, test, vi } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { openPage, signInByApi, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  browserAlerts,
  callApi,
  createMetaGroup,
  createSubGroup,
  REFUSALS,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();
const WARNING = 'CPU 사용률 경고 임계값';

async function ownCluster(page: Parameters<typeof signInByApi>[0]) {
  await signInByApi(page, 'key');
  const admin = await Api.as('key');
  const metaGroupId = await createMetaGroup(page, uniqueName('alarm'));
  const subGroupId = await createSubGroup(page, metaGroupId, 'sub');
  const cluster = await OwnCluster.create(admin, uniqueName('cluster'), { metaGroupId, subGroupId });
  return { admin, cluster };
}

test('alarm settings of a cluster take a low threshold, show its origin, raise an alarm, and can be reverted', async () => {
  const { page } = await visitor(REFUSALS);
  const { admin, cluster } = await ownCluster(page);
  const alerts = browserAlerts(page);
  await openPage(page, `/setting/alarm/cluster-item?hostId=${cluster.hostId}`);
  await page.getByRole('tab', { name: /노드/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'CPU 사용량이 할당 가능량의' });
  await row.getByText('제품 기본', { exact: true }).waitFor();

  // Read-only until 수정: an attempt to change a field shows a browser alert.
  await page.getByLabel('CPU 사용률 알림').click({ force: true });
  await page.getByLabel(WARNING).press('9');
  expect(alerts).toEqual(['변경이 불가합니다.', '변경이 불가합니다.']);

  await page.getByRole('button', { name: '수정' }).click();
  await page.getByLabel(WARNING).fill('10');
  await page.getByLabel('CPU 사용률 지속 시간').fill('0초');
  await row.getByText('10 % 이상이면 바로 경고, 95 % 이상이면 심각').waitFor();
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '수정' }).waitFor();
  await row.getByText('클러스터', { exact: true }).waitFor();
  await row.getByText('되돌리면 제품 기본').waitFor();

  // The node uses a quarter of its CPU.
  await cluster.sendPods([]);
  await vi.waitFor(
    async () => {
      const { list } = await admin.call(listAlarms, {
        params: { pageNo: 1, pageCnt: 10 },
        body: { filter: { hostId: [cluster.hostId] } },
      });
      expect(list.map(({ itemKey, level, threshold }) => [itemKey, level, threshold])).toContainEqual([
        'node.cpuUsage',
        1,
        10,
      ]);
    },
    { timeout: 60_000, interval: 250 },
  );

  await page.getByRole('button', { name: '수정' }).click();
  await page.getByRole('button', { name: 'CPU 사용률 상위 설정으로 되돌리기' }).click();
  await row.getByText('제품 기본', { exact: true }).waitFor();
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '수정' }).waitFor();
  const { itemList } = await admin.call(getClusterAlarmSetting, { params: { hostId: cluster.hostId } });
  expect(itemList.find(({ itemKey }) => itemKey === 'node.cpuUsage')).toMatchObject({
    origin: 'standard',
    setting: alarmItems['node.cpuUsage'].standard,
  });
});

test('alarm templates are created, copied, edited and applied, and record it; an event alarm is created, switched off and deleted', async () => {
  const { page } = await visitor(REFUSALS);
  const { cluster } = await ownCluster(page);
  const [name, copy] = [uniqueName('템플릿'), uniqueName('사본')];
  await openPage(page, '/setting/alarm-template');
  await page.getByRole('button', { name: '템플릿 생성' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^이름/).fill(name);
  await dialog.getByRole('button', { name: '생성' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();

  await page.getByRole('button', { name: '복사', exact: true }).click();
  await dialog.getByLabel(/^이름/).fill(copy);
  await dialog.getByRole('button', { name: '복사' }).click();
  await page.getByRole('heading', { level: 1, name: copy }).waitFor();

  await page.getByRole('button', { name: '수정' }).click();
  await page.getByRole('tab', { name: /파드/ }).click();
  await page.getByLabel('재시작 횟수 경고 임계값').fill('2');
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '수정' }).waitFor();
  await page.getByText('되돌리면 제품 기본').waitFor();

  await page.getByRole('button', { name: '적용', exact: true }).click();
  await dialog.getByLabel('클러스터, 템플릿, 서브 그룹으로 검색').fill(cluster.name);
  await dialog.getByRole('checkbox').check();
  await dialog.getByText('개 항목이 바뀝니다').waitFor();
  await dialog.getByRole('button', { name: '1개 클러스터에 적용' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /^적용 클러스터/ }).click();
  await page.getByRole('link', { name: cluster.name }).waitFor();

  await page.getByRole('link', { name: '변경 이력' }).click();
  for (const change of ['알람 적용', '알람 내용 변경', '복사'])
    await page.getByRole('gridcell', { name: change, exact: true }).first().waitFor();
  await page.getByText('재시작 횟수').waitFor();

  await page.getByRole('button', { name: '삭제', exact: true }).click();
  await answerDialog(page, '삭제');
  await page.getByText(`삭제할 수 없습니다: ${cluster.name}`).waitFor();
  await answerDialog(page, '확인');

  const eventAlarm = uniqueName('이벤트');
  await openPage(page, `/setting/mon/event-alarm-list?hostId=${cluster.hostId}`);
  await page.getByRole('button', { name: '이벤트 알람 생성' }).click();
  await dialog.getByLabel(/^이름/).fill(eventAlarm);
  await dialog.getByLabel('사유').fill('BackOff');
  await dialog.getByText('Warning 이벤트(사유 BackOff)가 10분 안에 3회 이상이면 경고').waitFor();
  await dialog.getByRole('button', { name: '생성' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const eventRow = page.getByRole('row').filter({ hasText: eventAlarm });
  await eventRow.getByText('사유 BackOff').waitFor();

  await eventRow.getByRole('checkbox').check();
  await page.getByRole('button', { name: '사용 안 함' }).click();
  await eventRow.getByText('꺼짐').waitFor();
  await eventRow.getByRole('checkbox').check();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  expect(await answerDialog(page, '삭제')).toContain(eventAlarm);
  await eventRow.waitFor({ state: 'detached' });
  const left = await callApi(page, 'POST', '/event-alarms/1/10', { filter: { hostId: [cluster.hostId] } });
  expect(left.totalCnt).toBe(0);
});
