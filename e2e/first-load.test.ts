import { expect, test } from 'vitest';
import { signIn, stack, useBrowser } from './support/browser.ts';
import { firstLoadBytes } from './support/first-load.ts';

const { visitor } = useBrowser();
/** ADR 0036 says why. */
const BUDGET_BYTES = 280_000;

test('the first load of /main transfers no more bytes than its budget', async () => {
  const { page } = await visitor({ isNewProfile: true });
  await signIn(page, 'key');
  const { totalBytes, files } = await firstLoadBytes(page, `${stack().consoleUrl}/main`);
  expect(Object.keys(files).some((path) => path.endsWith('.js'))).toBe(true);
  expect(Object.keys(files).some((path) => path.endsWith('.woff2'))).toBe(true);
  expect(totalBytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
