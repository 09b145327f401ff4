import { test } from 'vitest';
import { takeSession, useBrowser } from './support/browser.ts';
import { DISTINCT, watchedIds } from './support/routes.ts';
import { uniqueName } from './support/settings.ts';
import { walkAccessibly } from './support/walk.ts';

const { visitor } = useBrowser();
/** About forty pages, rendered without a graphics card. */
const PATIENCE_MS = 600_000;

// The tests of the routes open the pages with the same components too.
test('no page has a serious violation in either theme, and every control is reached by keys', {
  timeout: PATIENCE_MS,
}, async () => {
  const { page } = await visitor();
  const ids = await watchedIds(uniqueName('routes'));
  await takeSession(page, 'total');
  await walkAccessibly(page, DISTINCT, { ids, width: 1280 });
});
