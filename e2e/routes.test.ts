import { test } from 'vitest';
import { type DemoAccount, signInByApi, useBrowser } from './support/browser.ts';
import {
  INSTALLATION,
  MONITORING,
  REDIRECTS,
  SETTING_REDIRECTS,
  SETTINGS,
  watchedIds,
} from './support/routes.ts';
import { uniqueName } from './support/settings.ts';
import { expectRedirects, expectRefused, walk } from './support/walk.ts';

/*
 * The guard tables test every rule of every role without a browser. These tests walk through the console once
 * as group admin and once as user. The accessibility tests walk as total admin.
 */

const { visitor } = useBrowser();
/** Pages with tiles, rows and charts, for the widest window. */
const WIDEST = ['/main', '/mon/pod-list', '/mon/pod/cpu'];

async function visitorAs(userId: DemoAccount) {
  const { page } = await visitor();
  const ids = await watchedIds(uniqueName('routes'));
  await signInByApi(page, userId);
  return { page, ids };
}

test('a group admin opens every settings page except the installation pages', async () => {
  const { page, ids } = await visitorAs('group');
  await walk(page, SETTINGS, { ids, width: 1920 });
  await expectRedirects(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  await expectRefused(page, INSTALLATION, ids);
});

test('a user opens every monitoring page and no settings page', async () => {
  const { page, ids } = await visitorAs('user');
  await walk(page, MONITORING, { ids, width: 1440 });
  await walk(
    page,
    MONITORING.filter(({ path }) => WIDEST.includes(path)),
    { ids, width: 3840 },
  );
  await expectRefused(page, [...SETTINGS.slice(0, 2), ...INSTALLATION.slice(0, 1)], ids);
});
