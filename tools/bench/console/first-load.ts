import { firstLoadBytes } from '../../../e2e/support/first-load.ts';
import { launchBrowser, signInAt } from '../../../e2e/support/launch.ts';
import { startTemporaryStack } from '../../../scripts/installation/temporary-stack.ts';
import { type Figure, figure } from '../figure.ts';

/** Measures in a real browser, signed in, with an empty cache. */
export async function measureFirstLoad(): Promise<readonly Figure[]> {
  await using stack = await startTemporaryStack({ GWANJE_DEMO: '1' });
  await using browser = await launchBrowser();
  const page = await browser.newPage({ locale: 'ko-KR' });
  await signInAt(page, stack, 'key', '/main', 'gwanje-demo');
  const { totalBytes } = await firstLoadBytes(page, `${stack.consoleUrl}/main`);
  return [figure('web.first_load_kb', totalBytes / 1000, 'kB', '<= 280')];
}
