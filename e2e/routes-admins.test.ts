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
import { isLedOn, prepareWalk, type Scheme, walk } from './support/walk.ts';

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
    // Where one has it dark, the other has it light.
    const [one, other]: [Scheme, Scheme] = isKey ? ['dark', 'light'] : ['light', 'dark'];
    await walk(page, WATCHING, { ids, width, isLoaded, scheme: one });
    await walk(page, SETTINGS, { ids, width, isLoaded, scheme: other });
    await walk(page, INSTALLATION, { ids, width, isLoaded, scheme: one });
    await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  });
});
