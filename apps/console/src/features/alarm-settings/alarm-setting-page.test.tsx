import './alarm-setting-messages.ts';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { getNodeAlarmSetting } from '@gwanje/kinds/node/calls';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { AlarmSettingPage } from './alarm-setting-page.tsx';

const ADDRESS = '/setting/alarm/node-item?hostId=3&nodeId=5';
const SETTING = '/api/v1/alarm/setting/node/5';
const NODES = '/api/v1/node/update';
const ITEM = 'node.cpuUsage';
const standard = alarmItems[ITEM].standard;
const warningLabel = /^CPU 사용률.* 경고/;

function setting(more: object = {}) {
  const template = { alarmTemplateId: 1, alarmTemplateName: '기본', version: 4, changedAt: null };
  const node = { hostId: 3, clusterName: 'prod-seoul', objectId: 5, name: 'node-05', namespace: null };
  const inherited = { inherited: standard, inheritedOrigin: 'template' };
  const itemList = [{ itemKey: ITEM, setting: standard, origin: 'template', ...inherited }];
  const info = { ...node, isMonitored: true, isChangeable: true, ...template, itemList, ...more };
  return getNodeAlarmSetting.response.parse(info);
}

function open(network: FakeNetwork, info = setting()): () => string {
  network.on(SETTING, ({ method }) => envelope(200, method === 'GET' ? info : { version: 5 }));
  return renderPage(() => <AlarmSettingPage target="node" titleKey="routes.settingAlarmNodeItem" />, ADDRESS);
}

function saved(network: FakeNetwork) {
  return network
    .requestsOf(SETTING)
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(String(body)));
}

async function typeWarning(text: string): Promise<void> {
  const field = await screen.findByLabelText(warningLabel);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test('saves a changed threshold with the version that the form was opened with', async () => {
  const network = signedIn();
  open(network);
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await typeWarning('70');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(saved(network)).toHaveLength(1));
  expect(saved(network)).toEqual([{ settings: { [ITEM]: { ...standard, warning: 70 } }, version: 4 }]);
  await screen.findByRole('button', { name: '수정' });
});

test('overwrites only the typed fields when another user has saved meanwhile', async () => {
  const network = signedIn();
  open(network);
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await typeWarning('70');
  const theirs = { ...standard, critical: 99 };
  const [item] = setting().itemList;
  const now = setting({ version: 9, itemList: [{ ...item, setting: theirs, origin: 'object' }] });
  network.on(SETTING, ({ method, body }) => {
    if (method === 'GET') return envelope(200, now);
    const isLate = JSON.parse(String(body)).version !== 9;
    return isLate ? envelope(8004, { reason: 'changedMeanwhile' }, 409) : envelope(200, { version: 10 });
  });
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await screen.findByText('다른 사용자가 먼저 변경했습니다');
  await userEvent.click(screen.getByRole('button', { name: '덮어쓰기' }));
  await waitFor(() => expect(saved(network)).toHaveLength(2));
  expect(saved(network)[1]).toEqual({ settings: { [ITEM]: { ...theirs, warning: 70 } }, version: 9 });
});

test('stops monitoring the node', async () => {
  const network = signedIn();
  network.on(NODES, () => envelope(200, {}));
  open(network);
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await userEvent.click(screen.getByRole('switch', { name: '감시' }));
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(network.requestsOf(NODES)).toHaveLength(1));
  expect(JSON.parse(String(network.requestsOf(NODES)[0]?.body))).toEqual([{ nodeId: 5, isMonitored: false }]);
  expect(saved(network)).toEqual([]);
});

test('asks before the user leaves with unsaved changes, and keeps them if the user stays', async () => {
  const address = open(signedIn());
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await typeWarning('70');
  const toCluster = () => userEvent.click(screen.getByRole('link', { name: 'prod-seoul' }));
  const answer = async (name: string) => {
    const question = within(await screen.findByRole('alertdialog', { name: '저장하지 않은 변경 사항' }));
    await userEvent.click(question.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await toCluster();
  await answer('계속 수정');
  expect(address()).toBe(ADDRESS);
  expect(screen.getByLabelText<HTMLInputElement>(warningLabel).value).toBe('70');
  await toCluster();
  await answer('나가기');
  await waitFor(() => expect(address()).toBe('/setting/alarm/cluster-item?hostId=3&view=node'));
});

test('lets the user leave without a question if nothing was changed', async () => {
  const address = open(signedIn());
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await userEvent.click(screen.getByRole('link', { name: 'prod-seoul' }));
  await waitFor(() => expect(address()).toBe('/setting/alarm/cluster-item?hostId=3&view=node'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('is read-only where the user may not change settings', async () => {
  open(signedIn(), setting({ isChangeable: false }));
  await screen.findByText('읽기 전용');
  expect(screen.queryByRole('button', { name: '수정' })).toBeNull();
});
