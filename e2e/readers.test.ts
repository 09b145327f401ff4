import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { updateUsers } from '@gwanje/contract/users/users';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Api, type OwnUser, ownUser } from './support/api.ts';
import { enter, useBrowser } from './support/browser.ts';
import { INSTALLATION, MONITORING, type Route, SETTINGS } from './support/routes.ts';
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

/** A restricted user of role 1. */
async function restrictedAdmin(admin: Api): Promise<OwnUser> {
  const user = await ownUser(admin, []);
  await admin.call(updateUsers, { body: [{ userNo: user.userNo, role: 1, status: 4 }] });
  return user;
}

type Shown = readonly (readonly [path: string, shown: string])[];

const ROUTES = [...MONITORING, ...SETTINGS, ...INSTALLATION];

/**
 * Settings pages with actions, each with a text that shows when it is loaded. The tests of all pages without
 * a browser check the others.
 */
const SETTINGS_PAGES: Shown = [
  ['/setting/mon/cluster-list', 'prod-seoul'],
  ['/setting/alarm/cluster-item', '읽기 전용'],
  ['/setting/host/agent-install/aks', '매니페스트에는 새 토큰이 들어가므로'],
  ['/setting/user/registration', '변경'],
  ['/alarm-list', '전체 알람'],
];

function routeOf(path: string): Route {
  const route = ROUTES.find((known) => known.path === path);
  if (!route) throw new Error(`no page ${path}`);
  return route;
}

/** Opens the pages one after the other, without a load. */
async function expectNoChangeOffered(page: Page, pages: Shown, hostId: number): Promise<void> {
  for (const [path, shown] of pages) {
    await goTo(page, routeOf(path), { hostId });
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
    const { userId, password } = await restrictedAdmin(admin);
    await enter(page, userId, '/main', password);
    await page.getByRole('button', { name: /조회 전용/ }).waitFor();
    const hostId = await hostIdOf(admin, 'prod-seoul');
    await expectNoChangeOffered(page, [...SETTINGS_PAGES, ['/setting/user', userId]], hostId);
  });
});

describe('a user without groups', () => {
  test('sees on each page a message that advises to ask an administrator for groups', async () => {
    const { page } = await visitor();
    const admin = await Api.as('key');
    const { userId, password } = await ownUser(admin, []);
    await enter(page, userId, '/main', password);
    for (const path of ['/main', '/custom-main', '/event-list', '/alarm-list', '/realtime-detection']) {
      await goTo(page, routeOf(path), {});
      await page.getByText('볼 수 있는 그룹이 없습니다').waitFor();
      await page.getByText('관리자에게 그룹 권한을 요청해 주세요.').waitFor();
    }
  });
});
