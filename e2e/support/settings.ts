import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import type { Locator, Page } from 'playwright-core';
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
