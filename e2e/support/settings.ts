import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import {
  getSecuritySettings,
  type SecuritySettings,
  updateSecuritySettings,
} from '@gwanje/contract/settings/security';
import type { Locator, Page } from 'playwright-core';
import { Api } from './api.ts';
import { stack } from './browser.ts';

/** For tests that expect refusals: the browser reports each as a failed resource. */
export const REFUSALS = { expectErrors: /Failed to load resource/ };

let made = 0;

/** Each test uses its own objects, so that none depends on another test's data. */
export function uniqueName(kind: string): string {
  made += 1;
  return `${kind}-${Date.now().toString(36)}${made}`;
}

/** Prepares data by the API with the session of the signed-in user, for steps that are not under test. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const { consoleUrl } = stack();
  const answer = await page.request.fetch(consoleUrl + API_PREFIX + path, {
    method,
    headers: { origin: consoleUrl },
    ...(body !== undefined && { data: body }),
  });
  const { code, data = {} } = Envelope.parse(await answer.json());
  if (code < 200 || code > 299) throw new Error(`${method} ${path}: ${code} ${JSON.stringify(data)}`);
  return data;
}

export async function createMetaGroup(page: Page, name: string): Promise<number> {
  const data = await callApi(page, 'POST', `/group/meta/insert/${encodeURIComponent(name)}`);
  return Number(data.metaGroupId);
}

export async function createSubGroup(page: Page, metaGroupId: number, name: string): Promise<number> {
  return Number((await callApi(page, 'POST', '/group/sub/insert', { metaGroupId, name })).subGroupId);
}

export const NEW_PASSWORD = 'correct horse battery';

export async function createUser(
  page: Page,
  user: { readonly userId: string; readonly name: string; readonly role?: 1 | 2 | 3 },
): Promise<number> {
  const body = { role: 2, password: NEW_PASSWORD, ...user };
  return Number((await callApi(page, 'POST', '/user/insert', body)).userNo);
}

/** A row of a list or of a plain table. */
export function rowOf(page: Page, name: string, text: string): Locator {
  const table = page.getByRole('grid', { name }).or(page.getByRole('table', { name }));
  return table.getByRole('row').filter({ hasText: text });
}

/** Answers the console's alert or confirm dialog with a button, and returns the dialog's text. */
export async function answerDialog(page: Page, button: string): Promise<string> {
  const dialog = page.getByRole('alertdialog');
  const words = (await dialog.textContent()) ?? '';
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return words;
}

/** Collects the texts of browser alerts, and closes each. */
export function browserAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return alerts;
}

/** Role and name of the focused element, as a screen reader reads it. */
export function focused(page: Page): Promise<string> {
  return page.locator(':focus').ariaSnapshot();
}

/** Changes rules of access without a browser. */
export async function setSecurityRules(rules: Partial<SecuritySettings>): Promise<void> {
  const admin = await Api.as('total');
  const { settings } = await admin.call(getSecuritySettings);
  await admin.call(updateSecuritySettings, { body: { settings: { ...settings, ...rules } } });
}

export const INVALID_ADDRESS =
  '해당 페이지를 조회할 수 없습니다. 입력하신 주소가 유효한 주소인지 확인해 주세요.';
export const GROUPS_CHANGED = '그룹 권한이 변경되었습니다. 허용된 그룹의 정보를 갱신하여 다시 불러옵니다.';
export const SESSION_EXPIRED = '로그인 세션이 만료되었습니다.';

/** The console's alert or confirm dialog with exactly this text. */
export function dialogWith(page: Page, text: string): Locator {
  return page.getByRole('alertdialog').filter({ has: page.getByText(text, { exact: true }) });
}

export async function confirmDialog(page: Page, text: string): Promise<void> {
  const dialog = dialogWith(page, text);
  await dialog.getByRole('button', { name: '확인', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
