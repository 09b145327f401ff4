import { API_PREFIX } from '@gwanje/contract/address';
import { errors } from '@gwanje/contract/errors';
import { loginCheck } from '@gwanje/contract/login';
import { expect, test } from 'vitest';
import { signIn, stack, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

test('killing the embedded database is survived: busy meanwhile, then on with the same session', async () => {
  const { page } = await visitor({ expectErrors: /50[03]|ERR_/ });
  await signIn(page, 'key');
  const address = `${stack().consoleUrl}${API_PREFIX}${loginCheck.path}`;
  process.kill(stack().databasePid, 'SIGKILL');

  const codes = new Set<number>();
  const check = async () => {
    const answer = await page.request.get(address);
    const { code } = await answer.json();
    codes.add(code);
    return code;
  };
  await expect.poll(check, { timeout: 60_000, interval: 100 }).toBe(200);
  codes.delete(200);
  codes.delete(errors.busy.code);
  expect([...codes], 'answers other than busy and success').toEqual([]);
});
