import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { testUser } from '#core/testing/users.ts';
import './installation-messages.ts';
import { InstallationPage } from './installation-page.tsx';
import type { Health } from './installation-panels.tsx';

const HEALTH_PATH = '/api/v1/installation/health';
const PLAN_PATH = '/api/v1/installation/settings-file/plan';
const FILE_PATH = '/api/v1/installation/settings-file';
const at = '2026-11-17T09:00:00+09:00';

const healthy: Health = getInstallationHealth.response.parse({
  at,
  process: {
    version: '0.1.0',
    nodeVersion: '24.21.0',
    startedAt: at,
    rssBytes: 1024,
    heapBytes: 512,
    diskFreeBytes: 2048,
    diskBytes: 4096,
  },
  replicaList: [],
  ingest: {
    batchesPs: 2,
    rowsPs: 20,
    eventsPs: 0,
    refusedPs: 0,
    droppedPs: 0,
    queuedBatchCnt: 0,
    waitingRowCnt: 0,
  },
  database: { kind: 'embedded', version: '17', bytes: 1024, answerMs: 3, tableList: [] },
  samples: { kind: 'embedded', bytes: 1024, tierList: [], damagedFileList: [], lostCnt: 0, engineList: [] },
  agents: { clusterCnt: 3, staleClusterCnt: 0, silentClusterCnt: 1, versionList: [] },
  alarms: { isHealthy: true, openCnt: 4, failingList: [] },
  deliveries: { waitingCnt: 0, failedCnt: 0, deliveredDayCnt: 7, oldestWaitingAt: null },
  audit: { problem: null, exportFailure: null, receiverList: [] },
  retention: { historyDays: 30, auditDays: 365, alarmDays: 90 },
  lastBackup: { at, bytes: 1024, durationMs: 10, samples: 'embedded' },
  lastRestore: null,
});

function open(more: object = {}): FakeNetwork {
  const network = signedIn();
  network.on(HEALTH_PATH, () => envelope(200, { ...healthy, ...more }));
  renderPage(InstallationPage, '/setting/installation');
  return network;
}

async function chooseFile(content: string): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>('파일 가져오기', { selector: 'input' });
  await userEvent.upload(input, new File([content], 'settings.yaml', { type: 'application/yaml' }));
}

test('shows the health of a healthy installation', async () => {
  open();
  expect(await screen.findByText('열린 알람 4 (묶인 알람 포함)')).toBeDefined();
  expect(screen.getByText('3 (수집 중단 0 · 미수신 1)')).toBeDefined();
  expect(screen.getByText('PostgreSQL 17 · 내장')).toBeDefined();
});

test('offers the settings file to representative admins only', async () => {
  open();
  expect(await screen.findByRole('button', { name: '내보내기' })).toBeDefined();
  act(() => useSession.setState({ user: testUser({ role: 1, isKeyUser: 'N' }) }));
  expect(screen.queryByRole('button', { name: '내보내기' })).toBeNull();
});

test('names the clusters whose alarm evaluation fails, and shows that there is no backup', async () => {
  const failingList = [
    { hostId: 3, name: 'prod-seoul', since: at, reason: null },
    { hostId: 4, name: 'prod-busan', since: at, reason: 'damaged rows' },
  ];
  open({ alarms: { ...healthy.alarms, failingList }, lastBackup: null });
  expect(await screen.findByText('클러스터 2개 실패')).toBeDefined();
  expect(screen.getByText('prod-seoul, prod-busan: damaged rows')).toBeDefined();
  expect(screen.getByText('npm run admin -- backup 파일')).toBeDefined();
});

type Replica = Health['replicaList'][number];

function replica(name: string, own: Partial<Replica> = {}): Replica {
  const process = {
    replicaId: `${name}-1`,
    machine: name,
    host: `${name}:4110`,
    version: '0.1.0',
    startedAt: at,
  };
  const state = { isSelf: false, isLive: true, isLeaving: false, feedLagMs: 40, feedBrokenSince: null };
  const owned = { ownedClusterCnt: 100, ownedObjectCnt: 40_000, movingClusterCnt: 0 };
  const bytes = { rssBytes: 2 ** 30, diskFreeBytes: 3 * 2 ** 30, diskBytes: 10 * 2 ** 30 };
  const figures = { ingest: healthy.ingest, isEvaluating: true, engineList: [], ...bytes };
  return { ...process, ...state, ...owned, figures, ...own };
}

async function showReplicas(replicaList: readonly Replica[]): Promise<HTMLElement> {
  open({ replicaList });
  return screen.findByRole('table', { name: '서버 복제본' });
}

function cellsOf(table: HTMLElement, name: string): string[] {
  const row = within(table).getByText(name).closest('tr');
  return [...(row?.children ?? [])].map(({ textContent }) => textContent);
}

test('shows no replicas when there is one server', async () => {
  open();
  await screen.findByText('열린 알람 4 (묶인 알람 포함)');
  expect(screen.queryByText('서버 복제본')).toBeNull();
});

test('shows what each replica owns and marks the one that answers', async () => {
  const table = await showReplicas([
    replica('server-0', { isSelf: true, feedLagMs: null }),
    replica('server-1', { movingClusterCnt: 2 }),
  ]);
  const own = ['server-0server-0:4110이 서버', '정상', '0.1.0', '100', '40K', '0', '-', '1.00 GB', '3.00 GB'];
  expect(cellsOf(table, 'server-0:4110').slice(0, 9)).toEqual(own);
  expect(cellsOf(table, 'server-1:4110').slice(1, 7)).toEqual(['정상', '0.1.0', '100', '40K', '2', '40 ms']);
  expect(screen.getByText('2개 · 버전 0.1.0')).toBeDefined();
});

test('marks replicas that are behind, disconnected, stopping or dead', async () => {
  const table = await showReplicas([
    replica('server-0', { isSelf: true, feedLagMs: null }),
    replica('server-1', { feedLagMs: 12_300 }),
    replica('server-2', { feedLagMs: null, feedBrokenSince: '2026-11-17T08:59:18+09:00' }),
    replica('server-3', { isLeaving: true }),
    replica('server-4', { isLive: false, version: '0.0.9', feedLagMs: null, figures: null }),
  ]);
  expect(cellsOf(table, 'server-1:4110')).toEqual(expect.arrayContaining(['뒤처짐', '12.3 s']));
  expect(cellsOf(table, 'server-2:4110')).toEqual(expect.arrayContaining(['연결 끊김', '42초 동안 끊김']));
  expect(cellsOf(table, 'server-3:4110')).toContain('종료 중');
  expect(cellsOf(table, 'server-4:4110').slice(6)).toEqual(['-', '-', '-', '-']);
  expect(cellsOf(table, 'server-4:4110')).toContain('응답 없음');
  expect(screen.getByText('문제 3개')).toBeDefined();
  expect(screen.getByText('5개 · 버전 0.1.0')).toBeDefined();
});

test('names both versions during an upgrade, newest first, without a warning', async () => {
  await showReplicas([
    replica('server-0', { version: '0.9.0', isSelf: true, feedLagMs: null }),
    replica('server-1', { version: '0.10.0' }),
  ]);
  expect(screen.getByText('업그레이드 중 · 버전 0.10.0 · 0.9.0')).toBeDefined();
  expect(screen.queryByText('문제 1개')).toBeNull();
});

test('shows a metric engine that is away, and how much waits for it', async () => {
  const engine = { name: 'http://vm-0:8428', isAnswering: true, waitingBytes: 0, lostCnt: 0 };
  const engineList = [
    engine,
    { ...engine, name: 'http://vm-1:8428', isAnswering: false, waitingBytes: 3 * 2 ** 30 },
  ];
  open({ samples: { ...healthy.samples, kind: 'outside', engineList } });
  const table = await screen.findByRole('table', { name: '시계열 저장소 이중화' });
  expect(cellsOf(table, 'http://vm-0:8428')).toEqual(['http://vm-0:8428', '정상', '0.00 B', '0']);
  expect(cellsOf(table, 'http://vm-1:8428').slice(1)).toEqual(['응답 없음', '3.00 GB', '0']);
  expect(screen.getByText('1개 응답 없음')).toBeDefined();
});

test('lists the errors of a settings file and imports nothing', async () => {
  const network = open();
  const fileError = { path: 'clusters.0.name', line: 12, reason: 'missing', detail: null };
  network.on(PLAN_PATH, () => envelope(200, { errorList: [fileError], plan: null, planId: null }));
  await chooseFile('version: 1');
  const dialog = within(await screen.findByRole('dialog', { name: '가져올 수 없는 파일' }));
  expect(dialog.getByText('clusters.0.name')).toBeDefined();
  expect(dialog.queryByRole('button', { name: '가져오기' })).toBeNull();
  expect(network.requestsOf(FILE_PATH)).toEqual([]);
});

test('imports a settings file after its plan is confirmed', async () => {
  const network = open();
  const plan = {
    createList: [{ kind: 'metaGroup', nameList: ['서울'], fieldList: [] }],
    changeList: [],
    sameCnt: 2,
    onlyHereList: [],
    warningList: [],
  };
  network.on(PLAN_PATH, () => envelope(200, { errorList: [], plan, planId: 'plan-1' }));
  network.on(FILE_PATH, () => envelope(200, {}));
  await chooseFile('version: 1');
  const dialog = within(await screen.findByRole('dialog', { name: '가져오기 계획' }));
  expect(dialog.getByText('서울')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: '가져오기' }));
  await screen.findByText('1개를 가져왔습니다.');
  await waitFor(() => expect(network.requestsOf(FILE_PATH)).toHaveLength(1));
  const expected = { content: 'version: 1', planId: 'plan-1' };
  expect(JSON.parse(String(network.requestsOf(FILE_PATH)[0]?.body))).toEqual(expected);
});
