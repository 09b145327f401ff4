import { test } from 'vitest';
import { signInByApi, useBrowser } from './support/browser.ts';
import { ONE_PER_COMPONENT, watchedIds } from './support/routes.ts';
import { uniqueName } from './support/settings.ts';
import { walkAccessibly } from './support/walk.ts';

const { visitor } = useBrowser();
/** About forty pages, rendered without a graphics card. */
const TIMEOUT_MS = 600_000;

// The tests of the routes also open the pages that share components with these.
test('no page has a serious violation in either theme, and every control is reachable by keyboard', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { page } = await visitor();
  const ids = await watchedIds(uniqueName('routes'));
  await signInByApi(page, 'total');
  await walkAccessibly(page, ONE_PER_COMPONENT, { ids, width: 1280 });
});
