import { describe, test } from 'vitest';
import { type DemoAccount, takeSession, useBrowser } from './support/browser.ts';
import {
  INSTALLATION,
  REDIRECTS,
  SETTING_REDIRECTS,
  SETTINGS,
  WATCHING,
  watchedIds,
} from './support/routes.ts';
import { isLedOn, prepareWalk, walk } from './support/walk.ts';

const { visitor } = useBrowser();
/** Some sixty pages, drawn without a graphics card. */
const PATIENCE_MS = 600_000;

describe.each<[DemoAccount, number]>([
  ['key', 3840],
  ['total', 1280],
])('%s', (account, width) => {
  const isKey = account === 'key';

  test('finds every page', { timeout: PATIENCE_MS }, async () => {
    const { page } = await visitor();
    await prepareWalk(page);
    const ids = await watchedIds(page);
    await takeSession(page, account);
    const isLoaded = (index: number) => index % 3 === (isKey ? 0 : 1);
    // A group admin begins with the other theme than the representative one, a user with the other than a total admin.
    const readFrom = isKey ? 'dark' : 'light';
    for (const routes of [WATCHING, SETTINGS, INSTALLATION])
      await walk(page, routes, { ids, width, isLoaded, readFrom });
    await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  });
});
