import { insertCluster } from '@gwanje/contract/clusters/clusters';
import { openInstallationDatabase } from '@gwanje/testkit/installation-database';
import { totpCode } from '@gwanje/testkit/testing/authenticator';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { Api, NEW_PASSWORD, type OwnUser, ownUser } from '../support/api.ts';
import { openPage, signIn, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { REFUSALS, setSecurityRules, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

async function createTestUser(): Promise<OwnUser> {
  const admin = await Api.as('total');
  return ownUser(admin, [await subGroup(admin, '운영')]);
}

/** A device with a fingerprint sensor that always recognises its user. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** As if the user had signed in an hour ago. */
async function ageProofs(userNo: number): Promise<void> {
  const { db, close } = openInstallationDatabase(stack().databaseUrl);
  try {
    const provedAt = new Date(Date.now() - 3_600_000);
    await db.updateTable('session').set({ provedAt }).where('userNo', '=', userNo).execute();
  } finally {
    await close();
  }
}

async function userNoOf(userId: string): Promise<number> {
  const { db, close } = openInstallationDatabase(stack().databaseUrl);
  try {
    const found = await db
      .selectFrom('userAccount')
      .select('userNo')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return found.userNo;
  } finally {
    await close();
  }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const listOf = (name: string) => `/setting/mon/cluster-list?${new URLSearchParams({ 'f.name': name })}`;
const factorsOf = (page: Page) => page.getByRole('region', { name: '2단계 인증' });

test('a user sets up an authenticator app, keeps the recovery codes, and signs in with each', async () => {
  const { userId, password } = await createTestUser();
  const { page } = await visitor({ ...REFUSALS, isNewProfile: true });
  const { loginUrl, consoleUrl } = stack();
  await signInByApi(page, userId, password);
  await page.goto(`${loginUrl}/portal`);
  await factorsOf(page).getByRole('button', { name: '등록' }).click();
  const dialog = page.getByRole('dialog', { name: '인증 앱 등록' });
  await dialog.getByRole('img', { name: /QR/ }).locator('svg').waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('인증 앱의 6자리 코드').fill('000000');
  await dialog.getByRole('button', { name: '등록' }).click();
  await dialog.getByText('코드가 올바르지 않거나').waitFor();
  // The code of the step before: the next sign-in then has an unused one at once.
  await dialog.getByLabel('인증 앱의 6자리 코드').fill(totpCode(secret, new Date(Date.now() - 30_000)));
  await dialog.getByRole('button', { name: '등록' }).click();
  const codes = page.getByRole('dialog', { name: '복구 코드' });
  await codes.waitFor();
  const [recoveryCode = ''] = await codes.locator('code').allTextContents();
  expect(await codes.locator('code').count()).toBe(10);
  await codes.getByRole('button', { name: '보관했습니다' }).click();
  await factorsOf(page).getByText('10/10개 남음').waitFor();
  await page.context().clearCookies();

  await page.goto(`${consoleUrl}/event-list`);
  await page.getByLabel('사용자 ID').fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByRole('heading', { name: '2단계 인증' }).waitFor();
  const field = page.getByLabel(/6자리 코드/);
  await field.fill('000000');
  await page.getByRole('button', { name: '확인' }).click();
  await page.getByText('코드가 올바르지 않거나').waitFor();
  await field.fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: '확인' }).click();
  await page.waitForURL(`${consoleUrl}/event-list`);

  await page.context().clearCookies();
  await page.goto(`${loginUrl}/login?returnUrl=%2Fportal`);
  await page.getByLabel('사용자 ID').fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByLabel(/복구 코드/).fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: '확인' }).click();
  await page.waitForURL(`${loginUrl}/portal`);
  await factorsOf(page).getByText('9/10개 남음').waitFor();
  const recent = page.getByRole('region', { name: '최근 로그인' }).getByRole('listitem');
  await recent.first().getByText('새 기기').waitFor();
  await recent.first().getByText('비밀번호와 복구 코드').waitFor();
});

test('a user whose role must have a second factor enrols one at the sign-in and cannot remove the last one', async () => {
  const { userId, password } = await createTestUser();
  await setSecurityRules({ factorRoles: [2] });
  onTestFinished(() => setSecurityRules({ factorRoles: [] }));
  const { page } = await visitor({ ...REFUSALS, isNewProfile: true });
  const { loginUrl, consoleUrl } = stack();
  await page.goto(`${consoleUrl}/event-list`);
  await page.getByLabel('사용자 ID').fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByRole('heading', { name: '2단계 인증 등록' }).waitFor();
  const unenrolled = await page.context().newPage();
  await unenrolled.goto(`${consoleUrl}/event-list`);
  await unenrolled.waitForURL(`${loginUrl}/login**`);
  await unenrolled.close();

  await page.getByRole('button', { name: '등록', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '인증 앱 등록' });
  await dialog.getByRole('img', { name: /QR/ }).locator('svg').waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('인증 앱의 6자리 코드').fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: '등록' }).click();
  const codes = page.getByRole('dialog', { name: '복구 코드' });
  await codes.getByRole('button', { name: '보관했습니다' }).click();
  await page.waitForURL(`${consoleUrl}/event-list`);

  await page.goto(`${loginUrl}/portal`);
  await factorsOf(page).getByText('마지막 하나는 삭제할 수 없습니다').waitFor();
  await factorsOf(page).getByRole('button', { name: '삭제' }).click();
  const removal = page.getByRole('dialog', { name: /인증 앱/ });
  await removal.getByRole('button', { name: '삭제' }).click();
  await removal.getByRole('alert').waitFor();
  await removal.getByRole('button', { name: '취소' }).click();
  await factorsOf(page).getByText('사용 중').waitFor();
});

test('a passkey is registered, renamed, signs in without a password, and proves who deletes a cluster', async () => {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '운영');
  const { userId, userNo } = await ownUser(admin, []);
  const { page } = await visitor({ ...REFUSALS, isNewProfile: true });
  const { loginUrl, consoleUrl } = stack();
  await addVirtualAuthenticator(page);
  await signInByApi(page, userId, NEW_PASSWORD);
  await page.goto(`${loginUrl}/portal`);
  await factorsOf(page).getByRole('button', { name: '추가' }).click();
  const adding = page.getByRole('dialog', { name: '패스키 추가' });
  await adding.getByLabel('이름').fill('노트북');
  await adding.getByRole('button', { name: '계속' }).click();
  await page.getByRole('dialog', { name: '복구 코드' }).getByRole('button', { name: '보관했습니다' }).click();
  await factorsOf(page).getByText('노트북').waitFor();
  await factorsOf(page).getByRole('button', { name: '이름 변경' }).click();
  const renaming = page.getByRole('dialog', { name: '패스키 이름 변경' });
  await renaming.getByLabel('이름').fill('관제실 노트북');
  await renaming.getByRole('button', { name: '저장' }).click();
  await factorsOf(page).getByText('관제실 노트북').waitFor();

  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/event-list`);
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await page.waitForURL(`${consoleUrl}/event-list`);

  // Made a total admin, the user deletes a cluster an hour later.
  const { db, close } = openInstallationDatabase(stack().databaseUrl);
  await db.updateTable('userAccount').set({ role: 1 }).where('userNo', '=', userNo).execute();
  await close();
  const name = uniqueName('proved');
  await admin.call(insertCluster, { body: { ...group, name, alarmTemplateId: 1 } });
  await ageProofs(userNo);
  await page.goto(consoleUrl + listOf(name));
  await deleteCluster(page, name);
  const asking = page.getByRole('dialog', { name: '본인 확인' });
  await asking.getByRole('button', { name: '패스키로 확인' }).click();
  await rowOf(page, name).waitFor({ state: 'detached' });
});

test('deleting a cluster long after the sign-in asks for the password once, and goes on', async () => {
  const admin = await Api.as('total');
  const { page } = await visitor(REFUSALS);
  await signIn(page, 'total');
  const group = await subGroup(admin, '운영');
  const name = uniqueName('asked');
  await admin.call(insertCluster, { body: { ...group, name, alarmTemplateId: 1 } });
  await ageProofs(await userNoOf('total'));
  await openPage(page, listOf(name));
  await deleteCluster(page, name);
  const asking = page.getByRole('dialog', { name: '본인 확인' });
  await asking.getByRole('button', { name: '취소' }).click();
  await asking.waitFor({ state: 'detached' });
  await rowOf(page, name).waitFor();
  await page.getByRole('button', { name: '영구 삭제' }).click();
  await asking.getByLabel('비밀번호').fill('not the password');
  await asking.getByRole('button', { name: '확인' }).click();
  await asking.getByText('확인하지 못했습니다').waitFor();
  await asking.getByLabel('비밀번호').fill('gwanje-demo');
  await asking.getByRole('button', { name: '확인' }).click();
  await rowOf(page, name).waitFor({ state: 'detached' });
});

async function deleteCluster(page: Page, name: string): Promise<void> {
  await rowOf(page, name).click();
  await page.getByRole('button', { name: '클러스터 삭제' }).click();
  const dialog = page.getByRole('dialog', { name: '클러스터 삭제' });
  await dialog.getByLabel(/^삭제하려면/).fill(name);
  await dialog.getByRole('button', { name: '영구 삭제' }).click();
}
