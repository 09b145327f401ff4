import { getPod } from '@gwanje/kinds/pod/calls';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { LogPage } from './log-page.tsx';
import './log-messages.ts';

const POD = '/mon/pod/log?hostId=1&podId=3';
const LOG = '/api/v1/log';
const AT = '2026-11-18T11:00:00Z';
const message = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const lines = (...texts: readonly string[]) =>
  message({
    type: 'lines',
    source: 0,
    list: texts.map((text, at) => [`2026-11-18T11:00:0${at}Z`, text]),
    position: `${AT}/1/0`,
  });
const end = (reason: string) => message({ type: 'end', source: 0, reason, at: AT, detail: null });

const container = (name: string, type: string, restartCnt: number) => ({ name, type, restartCnt });

/** The page of a pod with an init container, whose log answers with the given events. */
function podWith(events: string, query = '', more: object = {}, access: object = { state: 'available' }) {
  const network = signedIn();
  network.onOther(() => envelope(200, {}));
  const sample = Object(sampleOf(getPod.response, { rowCnt: 0, isSparse: true }));
  const names = [
    container('setup', 'init', 0),
    container('app', 'regular', 0),
    container('proxy', 'sidecar', 4),
  ];
  const pod = { hostId: 1, podId: 3, name: 'web-0', namespace: 'shop', isStale: false, containerList: names };
  network.on('/api/v1/pod/info/3', () => envelope(200, { ...sample, ...pod, ...more }));
  network.on('/api/v1/log/access/1', () => envelope(200, { canManageCluster: true, ...access }));
  network.on(LOG, () => new Response(events));
  const address = renderPage(() => <LogPage kind="pod" />, POD + query);
  return { ...network, address };
}

function asked(network: FakeNetwork) {
  return network.requestsOf(LOG).map(({ body }) => JSON.parse(String(body)));
}

test('shows the log of the first regular container, with markup as text', async () => {
  const network = podWith(lines('started', '<img src=x onerror=alert(1)>') + end('finished'));
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
  expect(asked(network)[0]).toMatchObject({
    sourceList: [{ podId: 3, containerName: 'app', previous: 'N' }],
    follow: 'Y',
    tailLines: 1_000,
  });
  expect(screen.getByText('끝까지 읽음')).toBeTruthy();
});

test('opens the previous run of the container that was restarted most', async () => {
  const network = podWith(lines('panic: out of memory') + end('finished'), '&previous=1');
  await screen.findByText('panic: out of memory');
  const expected = { sourceList: [{ containerName: 'proxy', previous: 'Y' }], follow: 'N' };
  expect(asked(network)[0]).toMatchObject(expected);
});

test('says that the lines around an alarm are gone, and leads to the run before', async () => {
  const network = podWith(end('finished'), '&around=2026-11-18T11:00:02Z');
  expect(await screen.findByText('이 시각의 로그가 없습니다')).toBeTruthy();
  const [, inside] = screen.getAllByRole('button', { name: /이전 컨테이너/ });
  await userEvent.click(inside as HTMLElement);
  await vi.waitFor(() => expect(asked(network).at(-1)).toMatchObject({ sourceList: [{ previous: 'Y' }] }));
});

test('takes the keys of the browser for find, wherever the focus is', async () => {
  podWith(lines('started') + end('finished'));
  await screen.findByText('started');
  await userEvent.keyboard('{Control>}f{/Control}');
  expect(document.activeElement).toBe(screen.getByLabelText(/^찾기/));
});

test('marks the time of an alarm among the lines around it', async () => {
  const network = podWith(lines('before') + end('finished'), '&around=2026-11-18T11:00:02Z');
  await screen.findByText(/알람 발생 시각/);
  expect(asked(network)[0]).toMatchObject({ untilTime: '2026-11-18T11:05:02.000Z' });
});

test('says in place what is missing, and what ended the log', async () => {
  const leftOut = message({
    type: 'leftOut',
    source: 0,
    cnt: 12_345,
    bytes: 1_000_000,
    fromTime: AT,
    toTime: '2026-11-18T11:00:05Z',
    position: `${AT}/9/0`,
  });
  podWith(lines('one') + leftOut + end('containerGone'));
  expect(await screen.findByText(/12,345줄\(.*\)을 생략했습니다/)).toBeTruthy();
  expect(screen.getByText('생략 12,345줄')).toBeTruthy();
  expect(screen.getAllByText('컨테이너가 없어졌습니다')).toHaveLength(2);
});

test('folds a JSON line to its message, and expands it', async () => {
  podWith(lines('{"level":"warn","msg":"slow query","tookMs":812}') + end('finished'));
  expect(await screen.findByText('slow query')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '펼치기' }));
  expect(screen.getByText(/"tookMs": 812/)).toBeTruthy();
});

test('shows only the chosen levels, and says when they hide everything', async () => {
  const { address } = podWith(lines('INFO fine', 'ERROR broken') + end('finished'));
  await screen.findByText('INFO fine');
  await userEvent.click(screen.getByRole('button', { name: '오류' }));
  await expect.poll(() => screen.queryByText('INFO fine')).toBeNull();
  expect(screen.getByText('ERROR broken')).toBeTruthy();
  expect(address()).toContain('levels=error');
});

test('says that the container has written nothing', async () => {
  podWith(end('finished'));
  expect(await screen.findByText('로그의 끝')).toBeTruthy();
});

test('says that the log of a deleted pod is gone, and asks for none', async () => {
  const network = podWith('', '', { deletedAt: AT });
  expect(await screen.findByText('삭제된 파드의 로그는 읽을 수 없습니다')).toBeTruthy();
  expect(asked(network)).toEqual([]);
});

describe('without access', () => {
  test.each([
    ['noPermission', true, /역할을 전체 관리자에게 요청해/],
    ['viewing', true, /사용자 보기를 끝내고/],
    ['noRight', true, /매니페스트를 내려받아 다시 적용/],
    ['noRight', false, /관리자에게 요청해 주세요/],
    ['agentNotConnected', true, /WebSocket/],
    ['oldAgent', true, /새 버전으로/],
  ])(
    'because of %s (manages the cluster: %s) the page says what to do',
    async (state, canManageCluster, text) => {
      const network = podWith('', '', {}, { state, canManageCluster });
      expect(await screen.findByText(text)).toBeTruthy();
      expect(asked(network)).toEqual([]);
    },
  );
});
