import { updateUsers } from '@gwanje/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Api, type OwnUser, ownUser } from './support/api.ts';
import { enter, stack, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();
const CHANGES = /생성|등록$|^수정|삭제$|폐기|템플릿 적용/;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(stack().consoleUrl + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Status 4. */
async function restrictedAdmin(): Promise<OwnUser> {
  const admin = await Api.as('key');
  const user = await ownUser(admin, []);
  await admin.call(updateUsers, { body: [{ userNo: user.userNo, role: 1, status: 4 }] });
  return user;
}

describe('whoever is restricted', () => {
  test('sees what the role sees, is told to be a reader, and is offered nothing that would be refused', async () => {
    // No refusal is expected in the browser's log: nothing is sent that would be refused.
    const { page } = await visitor();
    const { userId, password } = await restrictedAdmin();
    await enter(page, userId, '/main', password);
    await page.getByRole('button', { name: /조회 전용/ }).waitFor();
    const pages: readonly (readonly [path: string, shown: string])[] = [
      ['/setting/mon/cluster-list', 'prod-seoul'],
      ['/setting/alarm-template', '기본 템플릿'],
      ['/setting/group/meta-list', '커머스 플랫폼 본부'],
      ['/setting/user', userId],
      ['/setting/access-token', '액세스 토큰이 없습니다'],
      ['/alarm-list', '전체 알람'],
    ];
    for (const [path, shown] of pages) {
      await open(page, path);
      const main = page.getByRole('main');
      await main.getByText(shown).first().waitFor();
      const offered = await main.getByRole('button', { name: CHANGES }).allTextContents();
      const linked = await main.getByRole('link', { name: CHANGES }).allTextContents();
      expect([...offered, ...linked], path).toEqual([]);
    }
  });
});

describe('whoever may see no group', () => {
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
