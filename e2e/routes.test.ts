import { test } from 'vitest';
import { type DemoAccount, takeSession, useBrowser } from './support/browser.ts';
import {
  INSTALLATION,
  REDIRECTS,
  SETTING_REDIRECTS,
  SETTINGS,
  WATCHING,
  watchedIds,
} from './support/routes.ts';
import { uniqueName } from './support/settings.ts';
import { isLedOn, isRefused, prepareWalk, walk } from './support/walk.ts';

/*
 * The guard tables test every rule of every role without a browser. These tests open each page once per role,
 * to test the pages, not the rules. The accessibility tests open them as the representative admin.
 */

const { visitor } = useBrowser();
const PATIENCE_MS = 300_000;

async function visitorAs(userId: DemoAccount) {
  const { page } = await visitor();
  await prepareWalk(page);
  const ids = await watchedIds(page, uniqueName('routes'));
  await takeSession(page, userId);
  return { page, ids };
}

test('a total admin opens every page', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('total');
  await walk(page, [...WATCHING, ...SETTINGS, ...INSTALLATION], { ids, width: 1440 });
  await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
});

test('a group admin opens every page except the installation pages', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('group');
  await walk(page, [...WATCHING, ...SETTINGS], { ids, width: 1920 });
  await isRefused(page, INSTALLATION, ids);
});

test('a user opens every page except the settings', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('user');
  await walk(page, WATCHING, { ids, width: 1280 });
  await isRefused(page, [...SETTINGS, ...INSTALLATION], ids);
});
