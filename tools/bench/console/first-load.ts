import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';
import { firstLoadBytes } from '../../../e2e/support/first-load.ts';
import { launchBrowser, signInAt } from '../../../e2e/support/launch.ts';
import { startStack } from '../../../scripts/stack.ts';
import { type Figure, figure } from '../figure.ts';

/** Measures in a real browser, signed in, with an empty cache. */
export async function measureFirstLoad(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  const [port, loginPort] = [await freePort(), await freePort()];
  const stack = await startStack({ dataDir, port, loginPort, env: { GWANJE_DEMO: '1' } });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'ko-KR' });
    const address = { consoleUrl: `http://localhost:${port}`, loginUrl: `http://localhost:${loginPort}` };
    await signInAt(page, address, 'key', '/main', 'gwanje-demo');
    const { totalBytes } = await firstLoadBytes(page, `${address.consoleUrl}/main`);
    return [figure('web.first_load_kb', totalBytes / 1000, 'kB', '<= 250')];
  } finally {
    await browser.close();
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
