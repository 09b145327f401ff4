import { API_PREFIX } from '@gwanje/contract/address';
import { Envelope } from '@gwanje/contract/envelope';
import type { Locator, Page } from 'playwright-core';
import { stack } from './browser.ts';

/** Refusals are what many of these tests are about; the browser reports each as a failed resource. */
export const REFUSALS = { expectErrors: /Failed to load resource/ };

let made = 0;

/** Each test works on objects of its own, so that none depends on what another left behind. */
export function uniqueName(kind: string): string {
  made += 1;
  return `${kind}-${Date.now().toString(36)}${made}`;
}

/** What the test needs but does not test, by the signed-in user's own session. */
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

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(stack().consoleUrl + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export function rowOf(page: Page, table: string, text: string): Locator {
  return page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
}

/** The console's own alert or confirm: its words, and the button that answers it. */
export async function answerDialog(page: Page, button: string): Promise<string> {
  const dialog = page.getByRole('alertdialog');
  const words = (await dialog.textContent()) ?? '';
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return words;
}

/** The words of the browser's own alerts, which are closed as they come. */
export function browserAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return alerts;
}

/** Kind and name of what has the focus, as a screen reader says it. */
export function focused(page: Page): Promise<string> {
  return page.locator(':focus').ariaSnapshot();
}
