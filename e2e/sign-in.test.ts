import { expect, test } from 'vitest';
import { DEMO_PASSWORD, signIn, stack, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

test('logging out in one window ends the session in all of them and on the login site', async () => {
  const { page, context } = await visitor({ expectErrors: /401/ });
  await signIn(page, 'total');
  const second = await context.newPage();
  await second.goto(`${stack().consoleUrl}/setting/group/meta-list`);
  await second.getByRole('grid').getByText('사내 공통 인프라 본부').waitFor();

  await page.getByRole('button', { name: /사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '로그아웃' }).click();
  await page.waitForURL(`${stack().loginUrl}/login**`);

  // The first window reports the logout to the others: they follow to the login site without an alert.
  await second.waitForURL(`${stack().loginUrl}/login**`);

  const third = await context.newPage();
  await third.goto(`${stack().loginUrl}/portal`);
  await third.waitForURL(`${stack().loginUrl}/login**`);
});

test('a first visit goes to the login site and returns to the requested page, with the groups of the user only', async () => {
  const { page } = await visitor({ expectErrors: /40[01]/ });
  const atLogin = page.waitForRequest(`${stack().loginUrl}/login**`);
  await page.goto(`${stack().consoleUrl}/event-list?filter=x`);
  await page.waitForURL(`${stack().loginUrl}/login**`);
  const returnUrl = new URL(page.url()).searchParams.get('returnUrl');
  expect(returnUrl).toBe(`${stack().consoleUrl}/event-list?filter=x`);
  // It proves to the login site that the console sends its browser key.
  expect(await (await atLogin).headerValue('referer')).toBe(`${stack().consoleUrl}/`);

  // A wrong password shows an error in the form and keeps the typed fields.
  const password = page.getByLabel('비밀번호', { exact: true });
  await page.getByLabel('사용자 ID').fill('group');
  await password.fill('not the password');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByText('사용자 ID 또는 비밀번호가 올바르지 않습니다.').waitFor();
  expect(await page.getByLabel('사용자 ID').inputValue()).toBe('group');
  await password.fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL(`${stack().consoleUrl}/event-list?filter=x`);
  await page.getByRole('button', { name: /사용자 메뉴: .*그룹 관리자/ }).waitFor();
  await page.getByRole('button', { name: /^그룹 선택/ }).click();
  const chooser = page.getByRole('dialog', { name: '그룹 선택' });
  await chooser.getByText('데이터 분석 플랫').first().waitFor();
  const text = await chooser.textContent();
  for (const name of ['사내 공통 인프라', '배치 분석']) expect(text).not.toContain(name);
});
