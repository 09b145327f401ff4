import { insertEventAlarms } from '@gwanje/contract/alarms/event-alarms';
import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { updateUsers } from '@gwanje/contract/users/users';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Api, type OwnUser, ownUser } from './support/api.ts';
import { enter, stack, useBrowser } from './support/browser.ts';
import { INSTALLATION, SETTINGS, WATCHING } from './support/routes.ts';
import { callApi, uniqueName } from './support/settings.ts';
import { goTo } from './support/walk.ts';

const { visitor } = useBrowser();
const CHANGES =
  /생성|등록$|^수정|삭제$|폐기|템플릿 적용|저장$| 사용$|파일 선택|업로드|가져오기|매니페스트 내려받기/;

async function hostIdOf(admin: Api, name: string): Promise<number> {
  const { clusterList } = await admin.call(listClusterNames);
  const found = clusterList.find((cluster) => cluster.name === name);
  if (!found) throw new Error(`no cluster ${name}`);
  return found.hostId;
}

/** A user of role 1. Status 4 is restricted. */
async function ownAdmin(admin: Api, status: 1 | 4): Promise<OwnUser> {
  const user = await ownUser(admin, []);
  await admin.call(updateUsers, { body: [{ userNo: user.userNo, role: 1, status }] });
  return user;
}

type Shown = readonly (readonly [path: string, shown: string])[];

const ROUTES = [...WATCHING, ...SETTINGS, ...INSTALLATION];

/** Every settings page, with a text that shows when it is loaded. */
const SETTINGS_PAGES: Shown = [
  ['/setting/mon/cluster-list', 'prod-seoul'],
  ['/setting/mon/event-alarm-list', '모든 클러스터 보기'],
  ['/setting/alarm-template', '기본 템플릿'],
  ['/setting/group/meta-list', '커머스 플랫폼 본부'],
  ['/setting/access-token', '액세스 토큰이 없습니다'],
  ['/setting/alarm/cluster-item', '읽기 전용'],
  ['/setting/logo', '기본 로고'],
  ['/setting/installation', '데이터베이스'],
  ['/setting/host/agent-install/aks', '매니페스트에는 새 토큰이 들어가므로'],
  ['/setting/host/cluster-create', '변경'],
  ['/setting/user/registration', '변경'],
  ['/alarm-list', '전체 알람'],
];

/** Opens the pages one after the other, without a load. */
async function expectNoChangeOffered(page: Page, pages: Shown, hostId: number): Promise<void> {
  for (const [path, shown] of pages) {
    const route = ROUTES.find((known) => known.path === path);
    if (!route) throw new Error(`no page ${path}`);
    await goTo(page, route, { hostId });
    const main = page.getByRole('main');
    await main.getByText(shown).first().waitFor();
    const offered = await main.getByRole('button', { name: CHANGES }).allTextContents();
    const linked = await main.getByRole('link', { name: CHANGES }).allTextContents();
    expect([...offered, ...linked], path).toEqual([]);
  }
}

describe('a restricted user', () => {
  test('sees the pages of the role, is marked as read-only, and is offered no action that would be refused', async () => {
    // The browser may report no refusal: the console must send no call that would be refused.
    const { page } = await visitor();
    const admin = await Api.as('key');
    const { userId, password } = await ownAdmin(admin, 4);
    await enter(page, userId, '/main', password);
    await page.getByRole('button', { name: /조회 전용/ }).waitFor();
    const hostId = await hostIdOf(admin, 'prod-seoul');
    await expectNoChangeOffered(page, [...SETTINGS_PAGES, ['/setting/user', userId]], hostId);
  });

  test('opens an event alarm read-only', async () => {
    const { page } = await visitor();
    const admin = await Api.as('key');
    const hostId = await hostIdOf(admin, 'prod-seoul');
    const name = uniqueName('읽기');
    await admin.call(insertEventAlarms, {
      body: {
        hostIdList: [hostId],
        name,
        isOn: false,
        eventType: null,
        reason: 'BackOff',
        objectKind: null,
        namespace: null,
        messageText: null,
        windowMin: 5,
        warningCnt: 3,
        criticalCnt: null,
        isNotified: false,
      },
    });
    const { userId, password } = await ownAdmin(admin, 4);
    await enter(page, userId, `/setting/mon/event-alarm-list?hostId=${hostId}`, password);
    await page.getByText(name).first().click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').first().isEditable()).toBe(false);
    expect(await dialog.getByRole('button', { name: CHANGES }).count()).toBe(0);
    await dialog.getByRole('button', { name: '닫기', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('a user who views as another user', () => {
  test("sees that user's pages, and is offered no action that would be refused", async () => {
    const { page } = await visitor();
    const admin = await Api.as('key');
    const { userNo } = await ownAdmin(admin, 1);
    await enter(page, 'key', '/main');
    await callApi(page, 'POST', '/view-as', { userNo });
    await page.reload();
    await page.getByRole('region', { name: /사용자로 보는 중$/ }).waitFor();
    await expectNoChangeOffered(page, SETTINGS_PAGES, await hostIdOf(admin, 'prod-seoul'));
  });
});

describe('a user without groups', () => {
  test('is told so on every page, and whom to ask', async () => {
    const { page } = await visitor();
    const { userId, password } = await ownUser(await Api.as('key'), []);
    await enter(page, userId, '/main', password);
    for (const path of [
      '/main',
      '/custom-main',
      '/mon/summary',
      '/event-list',
      '/alarm-list',
      '/realtime-detection',
    ]) {
      await page.goto(stack().consoleUrl + path);
      await page.getByText('볼 수 있는 그룹이 없습니다').waitFor();
      await page.getByText('관리자에게 그룹 권한을 요청해 주세요.').waitFor();
    }
  });
});
