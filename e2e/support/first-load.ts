import type { Page } from 'playwright-core';

/**
 * Transferred bytes of JS, CSS and the icon font. Text fonts and their list of files do not count, because
 * they load after the first paint.
 */
const COUNTED = /\.(js|css)$|\/icons-[^/]+\.woff2$/;
const TEXT_FONTS = /\/text-fonts-[^/]+\.(js|css)$/;

const QUIET_MS = 2000;

/** Loads a page with an empty cache and returns the transferred bytes of its files. */
export async function firstLoadBytes(
  page: Page,
  url: string,
): Promise<{ totalBytes: number; files: Record<string, number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const paths = new Map<string, string>();
  const files: Record<string, number> = {};
  session.on('Network.responseReceived', ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path && COUNTED.test(path) && !TEXT_FONTS.test(path)) files[path] = encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('h1').first().waitFor();
  // The stream keeps the network busy: the page is loaded when no file has arrived for a while.
  for (let cnt = -1; cnt < Object.keys(files).length; ) {
    cnt = Object.keys(files).length;
    await page.waitForTimeout(QUIET_MS);
  }
  await session.detach();
  return { totalBytes: Object.values(files).reduce((sum, bytes) => sum + bytes, 0), files };
}
