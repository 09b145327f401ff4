import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope, errors } from '@gwanje/contract/definition/errors';
import { loginCheck } from '@gwanje/contract/users/session';
import { expect, test } from 'vitest';
import { enter, stack, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

test('the server answers busy while the embedded database is down, then continues with the same session', async () => {
  const { page } = await visitor({ expectErrors: /50[03]|ERR_/ });
  await enter(page, 'key');
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
  const killed = await databasePid();
  process.kill(killed, 'SIGKILL');

  const codes = new Set<number>();
  const check = async () => {
    const answer = await page.request.get(`${stack().consoleUrl}${API_PREFIX}${loginCheck.path}`);
    const { code } = Envelope.parse(await answer.json());
    codes.add(code);
    return { code, isNewDatabase: (await databasePid()) !== killed };
  };
  await expect.poll(check, { interval: 100 }).toEqual({ code: 200, isNewDatabase: true });
  expect([...codes].filter((code) => code !== 200 && code !== errors.busy.code)).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: /^사용자 메뉴/ }).waitFor();
});

/** The process that currently owns the data folder. */
async function databasePid(): Promise<number> {
  const holder = await readFile(join(stack().dataDir, 'database.lock'), 'utf8').catch(() => '');
  return Number.parseInt(holder, 10);
}
