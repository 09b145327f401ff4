import './alarm-template-messages.ts';
import { getTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setNavigation } from '#core/navigation/navigation.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { TemplatePage } from './template-page.tsx';

const TEMPLATE = '/api/v1/template/info/2';
const UPDATE = '/api/v1/template/update';
const COPY = '/api/v1/template/copy/2';
const DELETE = '/api/v1/template/delete/2';
const ITEM = 'node.cpuUsage';

function template(more: object = {}) {
  const sample = Object(sampleOf(getTemplate.response, { rowCnt: 0, isSparse: true }));
  const itemList = [{ itemKey: ITEM, viewType: 2, setting: alarmItems[ITEM].standard, origin: 'standard' }];
  const clusterList = [{ hostId: 3, name: 'prod-seoul' }];
  const own = { alarmTemplateId: 2, name: '운영', version: 6, itemList, clusterList };
  return getTemplate.response.parse({ ...sample, ...own, ...more });
}

function open(network: FakeNetwork, shown = template()): string[] {
  const visited: string[] = [];
  setNavigation({ toAddress: (to) => void visited.push(to), leaveTo: (url) => void visited.push(url) });
  network.on(TEMPLATE, () => envelope(200, shown));
  renderPage(TemplatePage, '/setting/alarm-template?alarmTemplateId=2');
  return visited;
}

const bodiesOf = (network: FakeNetwork, path: string) =>
  network.requestsOf(path).map(({ body }) => JSON.parse(String(body)));

test('saves a new name with the version that the form was opened with', async () => {
  const network = signedIn();
  network.on(UPDATE, () => envelope(200, { version: 7 }));
  open(network);
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await userEvent.type(await screen.findByLabelText(/^이름/), ' 2');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(bodiesOf(network, UPDATE)).toEqual([{ alarmTemplateId: 2, name: '운영 2', version: 6 }]),
  );
});

test('shows the view type of each item, and of an item on a volume that it is not set', async () => {
  const network = signedIn();
  const standard = { setting: alarmItems[ITEM].standard, origin: 'standard' };
  const ofNode = { itemKey: ITEM, viewType: 2, ...standard };
  const ofVolume = { itemKey: 'volume.failed', viewType: null, ...standard };
  open(network, template({ itemList: [ofNode, ofVolume] }));
  const viewTypes = async () =>
    within(await screen.findByRole('table', { name: '알람 항목' }))
      .getAllByRole('row')
      .flatMap((row) => within(row).queryAllByRole('cell')[1]?.textContent ?? []);
  expect(await viewTypes()).toEqual(['노드']);
  await userEvent.click(screen.getByRole('tab', { name: /볼륨/ }));
  expect(await viewTypes()).toEqual(['Not Set']);
});

test('copies a template and opens the copy', async () => {
  const network = signedIn();
  network.on(COPY, () => envelope(201, { alarmTemplateId: 9 }));
  const visited = open(network);
  await userEvent.click(await screen.findByRole('button', { name: '복사' }));
  const dialog = within(await screen.findByRole('dialog', { name: '템플릿 복사' }));
  await userEvent.click(dialog.getByRole('button', { name: '복사' }));
  await waitFor(() => expect(visited).toEqual(['/setting/alarm-template?alarmTemplateId=9']));
  expect(bodiesOf(network, COPY)).toEqual([{ name: '운영 사본' }]);
});

test('names the clusters that prevent the deletion of a template', async () => {
  const network = signedIn();
  network.on(DELETE, () => envelope(8009, { reason: 'applied' }, 409));
  open(network);
  await userEvent.click(await screen.findByRole('button', { name: '삭제' }));
  const confirm = within(await screen.findByRole('alertdialog', { name: '템플릿 삭제' }));
  await userEvent.click(confirm.getByRole('button', { name: '삭제' }));
  expect(
    await screen.findByText(/다음 클러스터에 적용되어 있어 삭제할 수 없습니다: prod-seoul/),
  ).toBeDefined();
});

test("allows copying another user's template, but not changing it", async () => {
  open(signedIn(), template({ isChangeable: false }));
  await screen.findByText('읽기 전용');
  expect(screen.queryByRole('button', { name: '수정' })).toBeNull();
  expect(screen.queryByRole('button', { name: '삭제' })).toBeNull();
  expect(screen.getByRole('button', { name: '복사' })).toBeDefined();
});
