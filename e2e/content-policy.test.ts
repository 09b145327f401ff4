import { expect, test } from 'vitest';
import { signInByApi, stack, useBrowser } from './support/browser.ts';

/*
 * Every test fails on a violation of the content security policy (support/browser.ts), and pages.test.ts opens every page of the
 * console. These are the pages outside its router.
 */

const { visitor } = useBrowser();
const MISSING = { expectErrors: /40[014]/ };

test('the documentation of the API violates no policy, also with an open call', async () => {
  const { page } = await visitor();
  // Only the first path: the browser needs half a minute to render all of them.
  await page.route('**/api/docs/json', async (route) => {
    const { paths, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, paths: Object.fromEntries(Object.entries(paths).slice(0, 1)) } });
  });
  await page.goto(`${stack().consoleUrl}/api/docs`);
  const call = page.locator('.opblock').first();
  await call.waitFor();
  await call.locator('.opblock-summary-control').click();
  await call.locator('.responses-wrapper').waitFor();
});

test('no page outside the router violates a policy', async () => {
  const { page } = await visitor(MISSING);
  for (const path of ['/wallboard', '/wallboard#gww_wrong', '/config.json', '/healthz', '/nothing/at/all'])
    await page.goto(stack().consoleUrl + path, { waitUntil: 'networkidle' });
});

test('no page of the login site violates a policy', async () => {
  const { page } = await visitor(MISSING);
  const { loginUrl, consoleUrl } = stack();
  const open = (path: string) => page.goto(loginUrl + path, { waitUntil: 'networkidle' });
  for (const path of [
    '/login',
    '/login?lang=en&loggedOut=1',
    '/set-password#x',
    '/nothing?lang=ko',
    '/api/nothing',
  ])
    await open(path);
  await signInByApi(page, 'user');
  await open('/portal');
  await page.goto(`${consoleUrl}/healthz`);
  await page.evaluate(`location.href = ${JSON.stringify(`${loginUrl}/logout`)}`);
  await page.getByText('로그아웃하시겠습니까?').waitFor();
  expect(new URL(page.url()).pathname).toBe('/logout');
});

test('a violation is noticed', async () => {
  const noticed: string[] = [];
  const { page } = await visitor({ expectErrors: /polic/i });
  page.on('console', (message) => noticed.push(message.text()));
  await page.goto(`${stack().loginUrl}/login`);
  await page.evaluate(`document.body.setAttribute('style', 'color: red')`);
  await expect.poll(() => noticed.join('\n')).toContain('policy violation: style-src-attr inline');
});
