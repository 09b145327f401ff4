import { test } from 'vitest';
import { takeSession, useBrowser } from './support/browser.ts';
import {
  INSTALLATION,
  REDIRECTS,
  SETTING_REDIRECTS,
  SETTINGS,
  WATCHING,
  watchedIds,
} from './support/routes.ts';
import { isLedOn, isRefused, prepareWalk, walk } from './support/walk.ts';

const { visitor } = useBrowser();
/** Some sixty pages, drawn without a graphics card. */
const PATIENCE_MS = 600_000;

test('a group admin finds every page but those of the installation', { timeout: PATIENCE_MS }, async () => {
  const { page } = await visitor();
  await prepareWalk(page);
  const ids = await watchedIds(page);
  await takeSession(page, 'group');
  const isLoaded = (index: number) => index % 3 === 2;
  const options = { ids, width: 1920, narrows: true, isLoaded };
  await walk(page, WATCHING, { ...options, scheme: 'light' });
  await walk(page, SETTINGS, { ...options, scheme: 'dark' });
  await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  await isRefused(page, INSTALLATION, ids);
});

test('a user finds every page but the settings', { timeout: PATIENCE_MS }, async () => {
  const { page } = await visitor();
  await prepareWalk(page);
  const ids = await watchedIds(page);
  await takeSession(page, 'user');
  const isLoaded = (index: number) => index % 12 === 0;
  await walk(page, WATCHING, { ids, width: 1280, isLoaded, scheme: 'dark' });
  await isLedOn(page, REDIRECTS, ids);
  await isRefused(page, [...SETTINGS, ...INSTALLATION], ids);
});
