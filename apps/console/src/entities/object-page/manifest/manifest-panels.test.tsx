import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { localTimeText } from '#components/range/local-time.ts';
import { t } from '#core/i18n/i18n.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { objectView } from '../object-view.ts';
import { ManifestPanels } from './manifest-panels.tsx';
import '../monitoring-messages.ts';

const FIRST = '2026-11-16T01:00:00.000Z';
const SECOND = '2026-11-16T02:00:00.000Z';
const serverTime = '2026-11-16T03:00:00.000Z';
const HOSTILE = '<img src=x onerror=alert(1)>';

const manifest = (replicas: number) =>
  JSON.stringify({ kind: 'Deployment', metadata: { annotations: { note: HOSTILE } }, spec: { replicas } });
const first = { at: FIRST, until: SECOND, json: manifest(1), isCut: false };
const second = { at: SECOND, until: null, json: manifest(2), isCut: false };
const changes = [{ path: 'spec.replicas', topic: 'replicas', subject: null, from: '1', to: '2' }];
const versionList = [
  { at: SECOND, isCut: false, isFirst: false, changes, moreCnt: 0 },
  { at: FIRST, isCut: false, isFirst: true, changes: [], moreCnt: 0 },
];

function open(address: string, deletedAt: string | null = null) {
  const info = {
    ...{ hostId: 1, clusterName: 'prod', name: 'web', serverTime, dataAt: null, lastSeenAt: null },
    ...{ isStale: false, deletedAt, changeList: [] },
  };
  const state = () => ({ label: 'Deployment', icon: 'mdi-layers-outline', colour: 'accent' }) as const;
  const view = objectView({ key: 'workload', state }, 3, info, { t, language: 'ko' });
  return renderPage(() => <ManifestPanels view={view} />, address);
}

function stored() {
  const network = signedIn();
  network.on('/api/v1/manifest/versions/3', () =>
    envelope(200, { serverTime, isTruncated: false, versionList }),
  );
  network.on('/api/v1/manifest/info/3', ({ url }) => {
    const at = new URL(url, 'https://console.test').searchParams.get('at');
    if (at !== null && at < FIRST)
      return envelope(200, { serverTime, manifest: null, missing: 'beforeFirst', firstAt: FIRST });
    const shown = at !== null && at < SECOND ? first : second;
    return envelope(200, { serverTime, manifest: shown, missing: null, firstAt: FIRST });
  });
  network.on('/api/v1/manifest/compare/3', () =>
    envelope(200, { serverTime, from: first, to: second, changes, moreCnt: 0 }),
  );
}

const shownText = () => screen.findByRole('region', { name: '매니페스트' });

test('shows the YAML of now as text, and the versions with their changed fields', async () => {
  stored();
  open('/mon/workload/manifest?hostId=1&workloadId=3');
  const panel = await shownText();
  expect(await within(panel).findByText('replicas: 2')).toBeDefined();
  expect(within(panel).getByText(`note: ${HOSTILE}`)).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  const [newest, oldest] = await screen.findAllByRole('listitem');
  expect(newest?.textContent).toContain('복제본 수: 1 → 2');
  expect(newest?.textContent).toContain('현재');
  expect(oldest?.textContent).toContain('처음 저장됨');
});

test('shows the version that the user chooses, compares it, and keeps both in the address', async () => {
  stored();
  const address = open('/mon/workload/manifest?hostId=1&workloadId=3');
  const [, oldest] = await screen.findAllByRole('listitem');
  await userEvent.click(within(oldest as HTMLElement).getByRole('button', { name: /처음 저장됨/ }));
  expect(await within(await shownText()).findByText('replicas: 1')).toBeDefined();
  expect(address()).toContain(`at=${encodeURIComponent(FIRST)}`);
  const [newest] = screen.getAllByRole('listitem');
  await userEvent.click(within(newest as HTMLElement).getByRole('button', { name: /비교/ }));
  const difference = await screen.findByRole('region', { name: '변경 비교' });
  expect((await within(difference).findByText(/^- replicas: 1/)).dataset.kind).toBe('removed');
  expect(within(difference).getByText(/^\+ replicas: 2/).dataset.kind).toBe('added');
  expect(address()).toContain(`comparedAt=${encodeURIComponent(SECOND)}`);
  await userEvent.click(screen.getByRole('button', { name: '비교 끝내기' }));
  expect(await shownText()).toBeDefined();
  expect(address()).not.toContain('comparedAt');
});

test('compares two instants of the address that are between the versions, in words and lines', async () => {
  stored();
  const [before, after] = ['2026-11-16T01:30:00.000Z', '2026-11-16T02:30:00.000Z'];
  open(`/mon/workload/manifest?hostId=1&workloadId=3&at=${after}&comparedAt=${before}`);
  const difference = await screen.findByRole('region', { name: '변경 비교' });
  const fields = await within(difference).findByRole('list', { name: '바뀐 필드' });
  expect(within(fields).getByRole('listitem').textContent).toBe('복제본 수: 1 → 2');
  expect(within(difference).getByText(/^- replicas: 1/)).toBeDefined();
  const [newest, oldest] = screen
    .getAllByRole('listitem')
    .filter((item) => item.dataset.shown ?? item.dataset.compared);
  expect([newest?.dataset.shown, oldest?.dataset.compared]).toEqual(['true', 'true']);
});

test('chooses a past instant, refuses one in the future, and goes back to now', async () => {
  stored();
  const address = open('/mon/workload/manifest?hostId=1&workloadId=3');
  expect(await within(await shownText()).findByText('replicas: 2')).toBeDefined();
  const pick = async (instantMs: number) => {
    fireEvent.change(screen.getByLabelText('기준 시각'), { target: { value: localTimeText(instantMs) } });
    await userEvent.click(screen.getByRole('button', { name: '적용' }));
  };
  await userEvent.click(screen.getByRole('button', { name: '시점 고르기' }));
  await pick(Date.parse(serverTime) + 60_000);
  expect((await screen.findByRole('alert')).textContent).toBe('미래의 시각은 고를 수 없습니다.');
  await pick(Date.parse(FIRST) + 60_000);
  expect(await within(await shownText()).findByText('replicas: 1')).toBeDefined();
  expect(address()).toContain(`at=${encodeURIComponent('2026-11-16T01:01:00.000Z')}`);
  await userEvent.click(screen.getByRole('button', { name: '시점 고르기' }));
  await userEvent.click(screen.getByRole('button', { name: '현재로 돌아가기' }));
  expect(await within(await shownText()).findByText('replicas: 2')).toBeDefined();
  expect(address()).not.toContain('at=');
});

test('says since when manifests are stored, and leads to the last one of a deleted object', async () => {
  stored();
  open('/mon/workload/manifest?hostId=1&workloadId=3&at=2026-11-15T00:00:00.000Z', serverTime);
  expect(await screen.findByText(/이 시점에는 아직 저장된 버전이 없습니다/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '마지막 버전 보기' }));
  expect(await within(await shownText()).findByText('replicas: 2')).toBeDefined();
});

test.each([
  ['agentSendsNone', /이전 버전이거나 매니페스트 전송이 꺼져 있습니다/],
  ['notStored', /아직 도착하지 않았습니다/],
] as const)('says why nothing is stored: %s', async (missing, text) => {
  const network = signedIn();
  network.on('/api/v1/manifest/versions/3', () =>
    envelope(200, { serverTime, isTruncated: false, versionList: [] }),
  );
  network.on('/api/v1/manifest/info/3', () =>
    envelope(200, { serverTime, manifest: null, missing, firstAt: null }),
  );
  open('/mon/workload/manifest?hostId=1&workloadId=3');
  expect(await screen.findByText(text)).toBeDefined();
});
