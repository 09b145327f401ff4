import type { Page } from 'playwright-core';

/** JS, CSS and the icon font, as they came over the wire; text fonts are loaded by need and do not count. */
const COUNTED = /\.(js|css)$|\/icons-[^/]+\.woff2$/;

/** Loads a page with an empty cache and answers the transferred bytes of what it needed. */
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
    if (path && COUNTED.test(path)) files[path] = encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  return { totalBytes: Object.values(files).reduce((sum, bytes) => sum + bytes, 0), files };
}
