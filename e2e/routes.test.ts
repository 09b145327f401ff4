import { test } from 'vitest';
import { type DemoAccount, takeSession, useBrowser } from './support/browser.ts';
import {
  type Ids,
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
 * The guard tables test every rule of every role without a browser. Here each role opens each page once: the pages, not
 * the rules, are the subject. The representative admin opens them in the walks for accessibility.
 */

const { visitor } = useBrowser();
const PATIENCE_MS = 300_000;
let cluster: Promise<Ids> | undefined;

async function visitorAs(userId: DemoAccount) {
  const { page } = await visitor();
  await prepareWalk(page);
  cluster ??= watchedIds(page, uniqueName('routes'));
  const ids = await cluster;
  await takeSession(page, userId);
  return { page, ids };
}

test('a total admin finds every page', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('total');
  await walk(page, [...WATCHING, ...SETTINGS, ...INSTALLATION], { ids, width: 1440 });
  await isLedOn(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
});

test('a group admin finds every page but those of the installation', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('group');
  await walk(page, [...WATCHING, ...SETTINGS], { ids, width: 1920 });
  await isRefused(page, INSTALLATION, ids);
});

test('a user finds every page but the settings', { timeout: PATIENCE_MS }, async () => {
  const { page, ids } = await visitorAs('user');
  await walk(page, WATCHING, { ids, width: 1280 });
  await isRefused(page, [...SETTINGS, ...INSTALLATION], ids);
});
