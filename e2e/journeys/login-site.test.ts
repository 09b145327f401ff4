import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { Api, NEW_PASSWORD, ownUser } from '../support/api.ts';
import { enter, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { setSecurityRules } from '../support/settings.ts';

const { visitor } = useBrowser();
const REFUSED = { expectErrors: /40[0139]|429/ };
const OTHER_PASSWORD = 'another horse, another battery';
/** Consecutive failures that lock an account. */
const LIMIT = 5;

async function createTestUser() {
  const admin = await Api.as('total');
  return ownUser(admin, [await subGroup(admin, '운영')]);
}

test('the login form can show the password, and counts down a lock after repeated failures', async () => {
  const { userId } = await createTestUser();
  const { page } = await visitor({ ...REFUSED, isNewProfile: true });
  const { loginUrl } = stack();
  for (let failure = 1; failure < LIMIT; failure += 1)
    await page.request.post(`${loginUrl}/api/session`, {
      headers: { origin: loginUrl },
      data: { userId, password: 'not the password' },
    });

  // The test controls the page's clock, so that it need not wait a minute.
  await page.clock.install();
  await page.goto(`${loginUrl}/login`);
  await page.getByLabel('사용자 ID').fill(userId);
  const field = page.getByLabel('비밀번호', { exact: true });
  await field.fill('not the password');
  await page.getByRole('button', { name: '비밀번호 표시', pressed: false }).click();
  expect(await field.getAttribute('type')).toBe('text');
  expect(await field.inputValue()).toBe('not the password');
  await page.getByRole('button', { name: '비밀번호 숨기기', pressed: true }).click();
  expect(await field.getAttribute('type')).toBe('password');
  const button = page.getByRole('button', { name: '로그인', exact: true });
  await button.click();
  const message = page.getByText(
    /^로그인에 여러 번 실패하여 잠시 잠겼습니다\. (1분 0초|\d+초) 후에 다시 시도해 주세요\.$/,
  );
  await message.waitFor();
  expect(await button.isDisabled()).toBe(true);

  await page.clock.runFor(30_000);
  const halfWay = /잠겼습니다\. (\d+)초 후에/.exec((await message.textContent()) ?? '');
  expect(Number(halfWay?.[1])).toBeLessThanOrEqual(30);
  await page.clock.runFor(31_000);
  await page.getByText('이제 다시 로그인할 수 있습니다.').waitFor();
  expect(await button.isEnabled()).toBe(true);
});

test('on the portal a user ends another session, and a password change shows each error and ends the others', async () => {
  const { userId, password } = await createTestUser();
  const { page } = await visitor(REFUSED);
  const { page: elsewhere } = await visitor(REFUSED);
  const { loginUrl, consoleUrl } = stack();
  await signInByApi(elsewhere, userId, password);
  await signInByApi(page, userId, password);
  await page.goto(`${loginUrl}/portal`);
  const sessions = page.getByRole('region', { name: '접속 세션' }).getByRole('listitem');
  const others = sessions.filter({ hasNotText: '현재 세션' });
  expect([await sessions.count(), await others.count()]).toEqual([2, 1]);
  await others.getByRole('button', { name: '종료' }).click();
  await others.waitFor({ state: 'detached' });
  await sessions.filter({ hasText: '현재 세션' }).waitFor();
  await elsewhere.goto(`${consoleUrl}/event-list`);
  await elsewhere.waitForURL(`${loginUrl}/login**`);

  await signInByApi(elsewhere, userId, password);
  await page.reload();
  expect(await sessions.count()).toBe(2);
  const current = page.getByLabel('현재 비밀번호');
  const wanted = page.getByLabel('새 비밀번호', { exact: true });
  const repeated = page.getByLabel('새 비밀번호 확인');
  const change = page.getByRole('button', { name: '변경', exact: true });
  async function attempt(from: string, to: string, again = to) {
    await current.fill(from);
    await wanted.fill(to);
    await repeated.fill(again);
    await change.click();
  }

  await attempt(password, OTHER_PASSWORD, 'something else');
  await page.getByText('새 비밀번호와 일치하지 않습니다.').waitFor();
  expect(await repeated.getAttribute('aria-invalid')).toBe('true');
  await attempt('not the password', OTHER_PASSWORD);
  await page.getByText('현재 비밀번호가 올바르지 않습니다.').waitFor();
  await attempt(password, 'short');
  await page.getByText('10자 이상 입력해 주세요.').waitFor();
  await attempt(password, 'password1234');
  await page.getByText('널리 알려진 비밀번호입니다. 다른 비밀번호를 사용해 주세요.').waitFor();
  await attempt(password, password);
  await page.getByText('현재 비밀번호와 다른 비밀번호를 사용해 주세요.').waitFor();
  await attempt(password, OTHER_PASSWORD);
  await page.getByText('비밀번호를 변경했습니다. 다른 세션은 모두 종료되었습니다.').waitFor();
  expect(await sessions.count()).toBe(1);

  await elsewhere.goto(`${loginUrl}/portal`);
  await elsewhere.waitForURL(`${loginUrl}/login**`);
  await signInByApi(elsewhere, userId, OTHER_PASSWORD);
  await expect(Api.as(userId, NEW_PASSWORD)).rejects.toThrow();
  await page.getByRole('link', { name: /관제 콘솔/ }).click();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
});

test('a user with as many sessions as the rules allow ends the one that was unused for longest, and goes on', async () => {
  const { userId, password } = await createTestUser();
  const { page } = await visitor(REFUSED);
  const { page: elsewhere } = await visitor(REFUSED);
  const { loginUrl, consoleUrl } = stack();
  await signInByApi(elsewhere, userId, password);
  await setSecurityRules({ maxSessions: 1 });
  onTestFinished(() => setSecurityRules({ maxSessions: 0 }));
  await page.goto(`${consoleUrl}/event-list`);
  await page.getByLabel('사용자 ID').fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  const asking = page.getByRole('alert').filter({ hasText: '동시에 사용할 수 있는 세션 수를 넘었습니다' });
  await asking.getByRole('listitem').getByText('127.0.0.1').waitFor();
  await asking.getByRole('button', { name: '다른 세션 종료하고 로그인' }).click();
  await page.waitForURL(`${consoleUrl}/event-list`);
  await elsewhere.goto(`${consoleUrl}/event-list`);
  await elsewhere.waitForURL(`${loginUrl}/login**`);
});

test('a sign-in with a new browser is shown in the other browser of the user until it is dismissed', async () => {
  const { userId, password } = await createTestUser();
  const { page } = await visitor();
  await enter(page, userId, '/event-list', password);
  const { page: strange, context } = await visitor();
  await context.clearCookies();
  await enter(strange, userId, '/event-list', password);
  const noticeIn = (window: Page) =>
    window.getByRole('region', { name: '새 기기에서 내 계정으로 로그인했습니다' });

  await page.reload();
  await noticeIn(page).getByText('Chrome · Linux · 127.0.0.1').waitFor();
  const link = noticeIn(page).getByRole('link', { name: '접속 세션 확인' });
  expect(await link.getAttribute('href')).toBe(`${stack().loginUrl}/portal`);
  await strange.getByRole('heading', { level: 1 }).waitFor();
  expect(await noticeIn(strange).count()).toBe(0);

  await noticeIn(page).getByRole('button', { name: '본인입니다' }).click();
  await noticeIn(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await noticeIn(page).count()).toBe(0);
});
