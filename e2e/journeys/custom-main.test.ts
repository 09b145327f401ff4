import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from '../support/agent.ts';
import { Api, ownUser } from '../support/api.ts';
import { consolePath, enter, refreshOften, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

const BOARDS = { params: { type: 'customMain' } };
const PODS: readonly SentPod[] = [
  { name: 'search-indexer-0', memUsedShare: 0.93 },
  { name: 'cart-redis-2', memUsedShare: 0.4 },
];
/** How long a wallboard pauses after a touch, and how long it shows each board. */
const PAUSE_AFTER_TOUCH_MS = 20_000;
const ROTATION_MS = 10_000;
const SAFE_NAME = '<b>굵은</b> & "이름"';
const HOSTILE = `<img src=x onerror="document.title='hit'">\u05d0`;

interface Options {
  readonly isNewProfile?: boolean;
  readonly expectErrors?: RegExp;
  /** Saved before the first visit. */
  readonly boards?: readonly object[];
}

/** A user with these boards, or none, who sees the clusters of one group. */
async function boardsOf({ boards, ...options }: Options = {}) {
  const { page } = await visitor(options);
  const admin = await Api.as('total');
  const group = await subGroup(admin, '검증');
  const user = await ownUser(admin, [group]);
  const api = await Api.as(user.userId, user.password);
  if (boards) await api.call(saveViewOption, { ...BOARDS, body: { boards, rotateSeconds: 10 } });
  const cluster = await OwnCluster.create(admin, uniqueName('board'), group);
  await cluster.sendPods(PODS);
  await refreshOften(page);
  await enter(page, user.userId, '/custom-main', user.password);
  await page.getByRole('navigation', { name: '보드', exact: true }).waitFor();
  return { page, api, cluster };
}

function board(id: string, name: string, ...widgets: readonly object[]) {
  return { id, name, widgets };
}

function counts(id: string, title: string, area = { x: 0, y: 0, w: 6, h: 3 }) {
  return { id, kind: 'counts', title, area, settings: {} };
}

function widget(page: Page, title: string | RegExp) {
  return page.getByRole('region', { name: title, exact: typeof title === 'string' });
}

function tab(page: Page, name: string) {
  return page.getByRole('navigation', { name: '보드', exact: true }).getByRole('link', { name, exact: true });
}

async function savedOption(api: Api): Promise<unknown> {
  return (await api.call(getViewOption, BOARDS)).viewOption;
}

async function savedBoardNames(api: Api): Promise<unknown> {
  const { boards } = (await savedOption(api)) as { readonly boards?: readonly { readonly name: string }[] };
  return boards?.map(({ name }) => name);
}

async function expectSaved(api: Api, expected: object): Promise<void> {
  await expect.poll(() => savedOption(api)).toMatchObject(expected);
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '수정', exact: true }).click();
}

test('boards begin with a default one, which shows changes in a cluster; own ones are created, filled, copied, sorted and deleted', async () => {
  const { page, api, cluster } = await boardsOf();
  await widget(page, '상태').getByRole('button', { name: /^파드/ }).waitFor();
  await widget(page, '클러스터 카드')
    .getByRole('link', { name: new RegExp(cluster.name) })
    .waitFor();
  await widget(page, '상위 파드 10개')
    .getByRole('link', { name: /search-indexer-0/ })
    .waitFor();
  await widget(page, '파드 맵').getByRole('application').waitFor();
  await widget(page, '클러스터 CPU 사용량').waitFor();
  await page
    .getByText(/수집 시각 \d{4}-/)
    .first()
    .waitFor();
  expect(await page.title()).toContain('사용자 정의 대시보드');
  expect(await savedOption(api)).toEqual({});
  await cluster.sendPods([...PODS, { name: 'new-pod', memUsedShare: 0.99 }]);
  await widget(page, '상위 파드 10개')
    .getByRole('link', { name: /new-pod/ })
    .waitFor();
  await widget(page, '상위 파드 10개')
    .getByRole('link', { name: /search-indexer-0/ })
    .click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  await page.goBack();

  await page.getByRole('button', { name: '새 보드' }).first().click();
  const name = page.getByRole('textbox', { name: '보드 이름' });
  await name.fill('전체 현황');
  await page.getByRole('button', { name: '생성', exact: true }).click();
  await page.getByText('이미 사용 중인 이름입니다. 다른 이름을 입력해 주세요.').waitFor();
  await name.fill(SAFE_NAME);
  await page.getByRole('button', { name: '생성', exact: true }).click();
  await page.getByText('아직 위젯이 없습니다').waitFor();
  await page.getByRole('button', { name: '위젯 추가' }).first().click();
  await page.getByRole('menuitem', { name: /^상위 목록/ }).click();
  await page.getByRole('textbox', { name: '제목' }).fill(HOSTILE);
  await page.getByRole('textbox', { name: '표시할 개수' }).fill('1');
  await page.getByRole('combobox', { name: '지표' }).selectOption('memUsedLimitPct');
  await page.getByRole('button', { name: '추가', exact: true }).click();
  await widget(page, HOSTILE)
    .getByRole('link', { name: /new-pod/ })
    .waitFor();
  expect(await widget(page, HOSTILE).getByRole('link').count()).toBe(1);
  await expectSaved(api, { boards: [{ id: 'first' }, { widgets: [{ title: HOSTILE }] }] });

  await page.reload();
  await widget(page, HOSTILE)
    .getByRole('link', { name: /new-pod/ })
    .waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.title()).not.toBe('hit');

  const menu = page.getByRole('button', { name: /^보드 메뉴/ });
  await menu.click();
  await page.getByRole('menuitem', { name: '보드 복사' }).click();
  await tab(page, `${SAFE_NAME} (2)`).waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: '앞으로 옮기기' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: '보드 삭제' }).click();
  await page.getByRole('button', { name: '실행 취소' }).click();
  await expect.poll(() => savedBoardNames(api)).toEqual(['전체 현황', `${SAFE_NAME} (2)`, SAFE_NAME]);
});

const arranged = [counts('w1', '하나'), counts('w2', '둘', { x: 6, y: 0, w: 6, h: 3 })];
const notShown = [
  { id: 'w2', kind: 'weather', title: '날씨', area: { x: 6, y: 0, w: 6, h: 4 }, settings: {} },
  {
    id: 'w3',
    kind: 'tileMap',
    title: '사라진',
    area: { x: 0, y: 4, w: 6, h: 5 },
    settings: { clusterList: [999_999] },
  },
];
const BOARDS_WITH_WIDGETS = [
  board('a', '가', ...arranged),
  board('b', '나', ...arranged),
  board('c', '다', counts('w1', '하나'), ...notShown),
];

test('widgets are moved and resized by keys and by pointer, deleted and restored; a board that changed elsewhere is overwritten', async () => {
  const { page, api } = await boardsOf({ boards: BOARDS_WITH_WIDGETS, expectErrors: /409/ });
  await edit(page);
  const handle = page.getByRole('button', { name: '위젯 이동: 하나' });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('하나: 2열 1행, 너비 6칸, 높이 3칸').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('하나: 2열 2행, 너비 5칸, 높이 4칸').waitFor({ state: 'attached' });
  expect(await handle.and(page.locator(':focus')).count()).toBe(1);
  // The other widget made room, and moved back when the space was free again.
  await expectSaved(api, {
    boards: [
      { widgets: [{ area: { x: 1, y: 1, w: 5, h: 4 } }, { area: { x: 6, y: 0, w: 6, h: 3 } }] },
      { id: 'b' },
      { id: 'c' },
    ],
  });
  const before = await widget(page, '하나').boundingBox();
  await page.reload();
  await widget(page, '하나').waitFor();
  expect(await widget(page, '하나').boundingBox()).toEqual(before);

  await tab(page, '나').click();
  await page.waitForURL(/board=b/);
  await edit(page);
  const grip = await handle.boundingBox();
  const target = await widget(page, '둘').boundingBox();
  if (!grip || !target) throw new Error('nothing to drag');
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + 8, target.y + 12, { steps: 8 });
  await page.mouse.up();
  await expectSaved(api, {
    boards: [{}, { widgets: [{ area: { x: 6, y: 0 } }, { area: { x: 6, y: 3 } }] }, {}],
  });
  const box = await widget(page, '하나').boundingBox();
  if (!box) throw new Error('nothing to resize');
  await page.mouse.move(box.x + box.width - 6, box.y + box.height - 6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height + 104, { steps: 8 });
  await page.mouse.up();
  await expectSaved(api, {
    boards: [{}, { widgets: [{ area: { x: 6, y: 0, w: 3, h: 5 } }, { area: { y: 5 } }] }, {}],
  });

  await page.getByRole('button', { name: '위젯 메뉴: 하나' }).click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await expectSaved(api, { boards: [{}, { widgets: [{ id: 'w2' }] }, {}] });
  await page.getByRole('button', { name: '실행 취소' }).click();
  await widget(page, '하나').waitFor();
  await expectSaved(api, {
    boards: [{}, { widgets: [{ id: 'w2' }, { id: 'w1', area: { x: 6, y: 0 } }] }, {}],
  });

  await tab(page, '다').click();
  await widget(page, '하나').getByRole('button', { name: /^파드/ }).waitFor();
  await widget(page, '날씨').getByText('이 버전에서 지원하지 않는 위젯입니다').waitFor();
  await widget(page, '사라진').getByText('고른 클러스터가 없습니다').waitFor();

  await page.getByRole('button', { name: /^보드 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '이름 변경' }).click();
  const [first] = BOARDS_WITH_WIDGETS;
  await api.call(saveViewOption, {
    ...BOARDS,
    body: { boards: [{ ...first, name: '먼저' }, board('c', '다')], rotateSeconds: 10 },
  });
  await page.getByRole('textbox', { name: '보드 이름' }).fill('나중');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText(/다른 창에서 보드를 변경하여/).waitFor();
  expect(await savedBoardNames(api)).toEqual(['먼저', '다']);
  await page.getByRole('button', { name: '덮어쓰기' }).click();
  await expect.poll(() => savedBoardNames(api)).toContain('나중');
  await tab(page, '나중').waitFor();
});

const THREE = [
  board('a', '가 보드', counts('w1', '하나')),
  board('b', '나 보드', counts('w2', '둘')),
  board('c', '다 보드', counts('w3', '셋')),
];

/**
 * Advances the clock by one rotation. The page may change slightly later, if its timer had not started yet.
 */
async function turnsTo(page: Page, name: string): Promise<void> {
  await page.clock.fastForward(ROTATION_MS);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

test('a wallboard fills the screen, rotates the boards, pauses after a touch, survives a lost connection, and ends with Escape', async () => {
  const { page, api } = await boardsOf({
    boards: THREE,
    expectErrors: /ERR_|Failed to load/,
    isNewProfile: true,
  });
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: '상황판' }).click();
  await page.getByRole('heading', { name: '가 보드', level: 1 }).waitFor();
  await page.locator(':fullscreen').first().waitFor();
  expect(await page.getByRole('link', { name: '모니터링' }).count()).toBe(0);
  expect(consolePath(page)).toBe('/custom-main?board=a&wall=1');
  await page.getByText(/수집 시각/).waitFor();
  await page
    .locator('time')
    .filter({ hasText: /\d\d:\d\d:\d\d/ })
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: '나 보드', level: 1 }).waitFor();
  await page.clock.fastForward(ROTATION_MS);
  expect(await page.getByRole('heading', { name: '나 보드', level: 1 }).count()).toBe(1);
  await page.getByRole('combobox', { name: '보드 전환' }).selectOption({ label: '20초' });
  await expectSaved(api, { rotateSeconds: 20 });
  await page.getByRole('combobox', { name: '보드 전환' }).selectOption({ label: '10초' });
  // Without further touches the rotation continues after a while.
  await page.clock.fastForward(PAUSE_AFTER_TOUCH_MS);
  await turnsTo(page, '다 보드');
  await turnsTo(page, '가 보드');

  const disconnected = page.getByText(/서버에 연결|연결이 끊/).first();
  await page.context().setOffline(true);
  await disconnected.waitFor();
  await page.getByRole('main').getByRole('button', { name: /^파드/ }).first().waitFor();
  await page.context().setOffline(false);
  await disconnected.waitFor({ state: 'detached' });

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '모니터링' }).first().waitFor();
  expect(consolePath(page)).toMatch(/^\/custom-main\?board=\w$/);
});
