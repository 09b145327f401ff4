import { expect, test } from 'vitest';
import { type DemoAccount, signIn, stack, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

const accounts: readonly { id: DemoAccount; role: string; group: string; unseen: readonly string[] }[] = [
  { id: 'total', role: '전체 관리자', group: '사내 공통 인프라 본부', unseen: [] },
  {
    id: 'group',
    role: '그룹 관리자',
    group: '데이터 분석 플랫폼 본부',
    unseen: ['사내 공통 인프라 본부', '배치 분석'],
  },
];

test.each(accounts)(
  '$id is returned to the page asked for and sees only the own groups',
  async ({ id, role, group, unseen }) => {
    const { page } = await visitor();
    await signIn(page, id, '/event-list?filter=x');
    expect(page.url()).toBe(`${stack().consoleUrl}/event-list?filter=x`);
    await page.getByRole('button', { name: new RegExp(`사용자 메뉴: .*${role}`) }).waitFor();
    await page.getByRole('button', { name: /^그룹 선택/ }).click();
    const chooser = page.getByRole('dialog', { name: '그룹 선택' });
    await chooser.getByText(group.slice(0, 10)).first().waitFor();
    const text = await chooser.textContent();
    for (const name of unseen) expect(text).not.toContain(name.slice(0, 10));
  },
);

test('a user of role 2 is refused the settings with the specified dialog, and every button leads to /', async () => {
  const { page } = await visitor();
  await signIn(page, 'user');
  await page.getByRole('button', { name: /사용자 메뉴/ }).waitFor();
  expect(await page.getByRole('button', { name: '설정', exact: true }).count()).toBe(0);
  await page.goto(`${stack().consoleUrl}/setting/user`);
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('해당 경로에 대한 접근 권한이 없습니다.').waitFor();
  expect(await dialog.getByRole('button', { name: '취소' }).count()).toBe(0);
  await dialog.getByRole('button', { name: '확인', exact: true }).click();
  await page.waitForURL(`${stack().consoleUrl}/main`);
});

test('logging out in one window ends the session in all of them and on the login site', async () => {
  const { page, context } = await visitor({ expectErrors: /401/ });
  await signIn(page, 'total');
  const second = await context.newPage();
  await second.goto(`${stack().consoleUrl}/setting/group/meta-list`);
  await second.getByRole('grid').getByText('사내 공통 인프라 본부').waitFor();

  await page.getByRole('button', { name: /사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '로그아웃' }).click();
  await page.waitForURL(`${stack().loginUrl}/login**`);

  // The other window learns of the logout by its stream, without input: alert, then the login site.
  await second.getByText('로그인 세션이 만료되었습니다.').waitFor();
  await second.getByRole('button', { name: '확인', exact: true }).click();
  await second.waitForURL(`${stack().loginUrl}/login**`);

  const third = await context.newPage();
  await third.goto(`${stack().loginUrl}/portal`);
  await third.waitForURL(`${stack().loginUrl}/login**`);
});

test('a first visit goes to the login site without an alert, and a wrong password is shown in the form', async () => {
  const { page } = await visitor({ expectErrors: /40[01]/ });
  await page.goto(`${stack().consoleUrl}/alarm-list`);
  await page.waitForURL(`${stack().loginUrl}/login**`);
  const returnUrl = new URL(page.url()).searchParams.get('returnUrl');
  expect(returnUrl).toBe(`${stack().consoleUrl}/alarm-list`);

  // A wrong password shows an error in the form and keeps the typed fields.
  await page.getByLabel('사용자 ID').fill('total');
  await page.getByLabel('비밀번호', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByText('사용자 ID 또는 비밀번호가 올바르지 않습니다.').waitFor();
  expect(await page.getByLabel('사용자 ID').inputValue()).toBe('total');
});
