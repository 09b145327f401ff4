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
import { uniqueName } from './support/settings.ts';
import { isLedOn, isRefused, newReaders, prepareWalk, walk } from './support/walk.ts';

const { visitor } = useBrowser();
/** Some sixty pages, drawn without a graphics card. */
const PATIENCE_MS = 600_000;
/** Those who walk in the same colours are in one file: what both see is read once. The others have theirs the other way round. */
const readers = newReaders();
const cluster = uniqueName('routes');

test('a total admin finds every page', { timeout: PATIENCE_MS }, async () => {
  const { page } = await visitor();
  await prepareWalk(page);
  const ids = await watchedIds(page, cluster);
  await takeSession(page, 'total');
  const isLoaded = (index: number) => index % 3 === 1;
  const options = { ids, readers, width: 1280, isLoaded };
  await walk(page, WATCHING, { ...options, scheme: 'light' });
  await walk(page, SETTINGS, { ...options, scheme: 'dark' });
  await walk(page, INSTALLATION, { ...options, scheme: 'light' });
  await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
});

test('a group admin finds every page but those of the installation', { timeout: PATIENCE_MS }, async () => {
  const { page } = await visitor();
  await prepareWalk(page);
  const ids = await watchedIds(page, cluster);
  await takeSession(page, 'group');
  const isLoaded = (index: number) => index % 3 === 2;
  const options = { ids, readers, width: 1920, narrows: true, isLoaded };
  await walk(page, WATCHING, { ...options, scheme: 'light' });
  await walk(page, SETTINGS, { ...options, scheme: 'dark' });
  await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  await isRefused(page, INSTALLATION, ids);
});
