import { join } from 'node:path';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { launchBrowser, type signInAt } from '../../../e2e/support/launch.ts';
import type { BenchServer } from '../server/bench-server.ts';

export type Page = Parameters<typeof signInAt>[0];

const WITHIN_MS = 60_000;

/** A total admin's page in a separate browser that records the length of frames. */
export async function openPage(
  server: BenchServer,
  path: string,
): Promise<AsyncDisposable & { readonly page: Page }> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const url = `http://localhost:${server.port}`;
  const [cookie = ''] = await server.cookies(1);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'ko-KR' });
  context.setDefaultTimeout(WITHIN_MS);
  await context.addCookies([{ name: SESSION_COOKIE, value: cookie, url }]);
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page/frames.js') });
  const page = await context.newPage();
  await page.goto(url + path);
  const opened = stack.move();
  return { page, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export interface SeenFrames {
  readonly longestMs: number;
  readonly frameCnt: number;
  /** Longer than 50 ms. */
  readonly longCnt: number;
}

/** The frames during an action. */
export async function framesDuring(page: Page, during: () => Promise<void>): Promise<SeenFrames> {
  await page.evaluate('watchFrames()');
  await during();
  return page.evaluate<SeenFrames>('framesSeen()');
}
