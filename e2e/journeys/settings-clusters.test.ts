import { insertCluster, listClusterNames } from '@gwanje/contract/clusters/clusters';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { enter, openPage, signInByApi, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { answerDialog, browserAlerts, REFUSALS, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

async function ownClusters(page: Page, cnt: number): Promise<OwnCluster[]> {
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const group = await subGroup(admin, '운영');
  const stem = uniqueName('set');
  const clusters: OwnCluster[] = [];
  for (let at = 0; at < cnt; at++) clusters.push(await OwnCluster.create(admin, `${stem}-${at}`, group));
  return clusters;
}

async function hostIdOf(name: string): Promise<number> {
  const { clusterList } = await (await Api.as('total')).call(listClusterNames);
  const hostId = clusterList.find((cluster) => cluster.name === name)?.hostId;
  if (hostId === undefined) throw new Error(`no cluster ${name}`);
  return hostId;
}

const listOf = (name: string) => `/setting/mon/cluster-list?${new URLSearchParams({ 'f.name': name })}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a cluster is read-only until 수정, is renamed; several are excluded and moved at once; a deletion asks for the name', async () => {
  const { page } = await visitor(REFUSALS);
  const [cluster, a, b] = await ownClusters(page, 3);
  if (!cluster || !a || !b) throw new Error('no clusters');
  const alerts = browserAlerts(page);
  await openPage(page, listOf(cluster.name));
  await rowOf(page, cluster.name).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('이름', { exact: true }).press('x');
  await expect.poll(() => alerts).toEqual(['변경이 불가합니다.']);

  await drawer.getByRole('button', { name: '수정' }).click();
  const name = drawer.getByLabel(/^이름/);
  const renamed = `${cluster.name}-new`;
  await name.fill(renamed);
  await drawer.getByRole('button', { name: '닫기' }).first().click();
  await answerDialog(page, '계속 수정');
  await drawer.getByRole('button', { name: '저장' }).click();
  await drawer.getByRole('button', { name: '수정' }).waitFor();
  await rowOf(page, renamed).waitFor();
  await drawer.getByRole('link', { name: '에이전트 설치' }).click();
  await page.waitForURL(`**/setting/host/agent-install/aks?hostId=${cluster.hostId}`);

  const stem = a.name.slice(0, -2);
  const chooseBoth = async () => {
    for (const { name } of [a, b]) await rowOf(page, name).getByRole('checkbox').check();
  };
  const dialog = page.getByRole('dialog');
  await openPage(page, listOf(stem));
  await chooseBoth();
  await page.getByRole('button', { name: '감시 제외' }).click();
  await dialog.getByRole('button', { name: '적용' }).click();
  for (const { name } of [a, b]) await rowOf(page, name).getByText('감시 제외').first().waitFor();
  await page.getByRole('region', { name: '선택한 항목' }).waitFor({ state: 'detached' });

  await chooseBoth();
  await page.getByRole('button', { name: '그룹 이동' }).click();
  await dialog
    .getByLabel(/^메타 그룹/)
    .first()
    .fill('사내');
  await page.getByRole('option', { name: '사내 공통 인프라 본부' }).click();
  await dialog
    .getByLabel(/^서브 그룹/)
    .first()
    .fill('온프레');
  await page.getByRole('option', { name: '온프레미스 스테이징' }).click();
  await dialog.getByRole('button', { name: '적용' }).click();
  await answerDialog(page, '적용');
  for (const { name } of [a, b]) await rowOf(page, name).getByText('온프레미스 스테이징').first().waitFor();

  const admin = await Api.as('total');
  const group = await subGroup(admin, '운영');
  const gone = uniqueName('gone');
  await admin.call(insertCluster, { body: { ...group, name: gone, alarmTemplateId: 1 } });
  await openPage(page, listOf(gone));
  await rowOf(page, gone).click();
  await page.getByRole('button', { name: '클러스터 삭제' }).click();
  const deletion = page.getByRole('dialog', { name: '클러스터 삭제' });
  await deletion.getByText('상태 변경 이력').waitFor();
  const forGood = deletion.getByRole('button', { name: '영구 삭제' });
  expect(await forGood.isDisabled()).toBe(true);
  await deletion.getByLabel(/^삭제하려면/).fill(gone.slice(1));
  expect(await forGood.isDisabled()).toBe(true);
  await deletion.getByLabel(/^삭제하려면/).fill(gone);
  await forGood.click();
  await rowOf(page, gone).waitFor({ state: 'detached' });
});

test("pods can be excluded from monitoring in the user's own clusters only", async () => {
  const { page } = await visitor(REFUSALS);
  const [cluster] = await ownClusters(page, 1);
  if (!cluster) throw new Error('no cluster');
  await cluster.sendPods([{ name: 'web-1' }, { name: 'web-2' }]);
  await openPage(page, `/setting/mon/pod-list?hostId=${cluster.hostId}`);
  await rowOf(page, 'web-1').getByRole('checkbox').check();
  await page.getByRole('button', { name: '감시 제외' }).click();
  expect(await answerDialog(page, '확인')).toContain('선택한 1개');
  await rowOf(page, 'web-1').getByText('감시 제외').first().waitFor();
  expect(await rowOf(page, 'web-2').textContent()).toContain('감시 중');
  await rowOf(page, 'web-1').getByRole('link', { name: '설정 열기' }).click();
  await page.waitForURL(`**/setting/alarm/pod-item?hostId=${cluster.hostId}&podId=*`);

  // A group admin sees another owner's cluster, but cannot change it.
  const { page: other } = await visitor(REFUSALS);
  const alerts = browserAlerts(other);
  const hostId = await hostIdOf('prod-busan');
  await enter(other, 'group', `/setting/mon/node-list?hostId=${hostId}`);
  await rowOf(other, 'prod-busan').first().getByRole('checkbox').check();
  await other.getByRole('button', { name: '감시 제외' }).click();
  await expect.poll(() => alerts).toEqual(['변경이 불가합니다.']);
});
