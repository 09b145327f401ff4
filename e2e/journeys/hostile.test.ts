import { HostId } from '@gwanje/contract/definition/fields';
import { CELL_TEXT_LENGTH, cutText } from '@gwanje/domain/formats/text';
import { listPods } from '@gwanje/kinds/pod/calls';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { openPage, signInByApi, useBrowser } from '../support/browser.ts';
import {
  type Ids,
  ONE_PER_COMPONENT,
  objectIds,
  type Route,
  volumeIds,
  workloadIds,
} from '../support/routes.ts';
import { createMetaGroup, createSubGroup, createUser, uniqueName } from '../support/settings.ts';
import { goTo } from '../support/walk.ts';

const { visitor } = useBrowser();

const WIDTH = 1280;
const RIGHT_TO_LEFT = '\u202e';
const ZERO_WIDTH = '\u200b';
const MARKUP = '<img src=x onerror="document.title=1"><u>bold</u>';
const NAMES = {
  markup: MARKUP,
  rightToLeft: `pod-${RIGHT_TO_LEFT}gpj.exe-أسماء`,
  long: 'w'.repeat(253),
  zeroWidth: `zero${ZERO_WIDTH}width${ZERO_WIDTH}${'\u200d'}name`,
} as const;
const LONGEST = 253;
/** All hostile parts in one name, with the maximum length of Kubernetes. */
const WORST = `${MARKUP}${RIGHT_TO_LEFT}أسماء${ZERO_WIDTH}`.padEnd(LONGEST, 'w');
/** The console's own names allow this many characters, and none that hide or reverse text. */
const WORST_OF_OURS = 50;
const ROW_PX = 40;
const TALLEST_ROW = `Math.max(0, ...[...document.querySelectorAll('main [role=grid] tr[aria-rowindex]')].map((row) => row.offsetHeight))`;

/** Checks that no markup became an element, and that the page is not wider than the window. */
async function expectText(page: Page, place: string): Promise<void> {
  expect(await page.locator('img[src="x"], main u').count(), place).toBe(0);
  expect(await page.title(), place).not.toBe('1');
  const widthPx = Number(await page.evaluate('document.documentElement.scrollWidth'));
  expect(widthPx, `${place}: width of the page`).toBeLessThanOrEqual(WIDTH);
}

async function ownGroup(page: Page) {
  const metaGroupId = await createMetaGroup(page, ofOurs('<u>meta</u>'));
  const subGroupId = await createSubGroup(page, metaGroupId, ofOurs('<i>sub</i>'));
  return { metaGroupId, subGroupId };
}

function ofOurs(name: string): string {
  return uniqueName(name).padEnd(WORST_OF_OURS, 'w');
}

/** The title of a page about one object begins with the object's name. */
function unnamed(route: Route): Route {
  const { title, heading } = route;
  return heading && title.startsWith(heading) ? { ...route, title: title.slice(heading.length) } : route;
}

test('names, labels and messages with markup are shown as text, and no layout breaks', async () => {
  const { page } = await visitor({ width: WIDTH });
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const cluster = await OwnCluster.create(admin, uniqueName('host'), await ownGroup(page));
  const names = Object.values(NAMES);
  await cluster.sendPods(names.map((name) => ({ name, labels: { [`team/${name}`]: name } })));
  for (const name of names)
    await cluster.sendEvent(name, { type: 'Warning', reason: 'BackOff', message: `said: ${name}` });
  const hostId = `hostId=${cluster.hostId}`;
  const body = { filter: { hostId: HostId.parse(cluster.hostId) } };
  const { list } = await admin.call(listPods, { params: { pageNo: 1, pageCnt: 10 }, body });
  await openPage(page, `/mon/pod-list?${hostId}`);
  for (const { podId, name } of list) {
    const link = page.getByRole('grid').locator(`a[href*="podId=${podId}"]`).first();
    await link.waitFor();
    expect(await link.textContent()).toBe(name);
    expect((await link.boundingBox())?.height, 'a row stays one line high').toBeLessThanOrEqual(32);
  }
  await expectText(page, 'list');

  await openPage(page, `/mon/event-list?${hostId}`);
  for (const name of names) {
    const shown = cutText(`said: ${name}`, CELL_TEXT_LENGTH);
    await page.getByRole('grid').getByText(shown).first().waitFor();
  }
  await expectText(page, 'events');

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '통합 검색' });
  for (const name of names) {
    await field.fill(name);
    const option = page
      .getByRole('option')
      .filter({ hasText: cluster.name })
      .filter({ hasText: name })
      .first();
    await option.waitFor();
    expect((await option.boundingBox())?.height).toBeLessThanOrEqual(40);
  }
  await expectText(page, 'search');

  await openPage(page, `/main?clusterList=${cluster.hostId}`);
  const map = page.getByRole('application', { name: /맵$/ });
  await map.waitFor();
  await map.focus();
  const card = page.getByTestId('tile-card');
  const seen = new Set<string>();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    // The card may still show the previous tile.
    const findName = async () => {
      const text = (await card.textContent()) ?? '';
      return names.find((name) => !seen.has(name) && text.includes(name));
    };
    const name = await vi.waitUntil(findName, { timeout: 60_000 });
    seen.add(name);
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? WIDTH)).toBeLessThanOrEqual(WIDTH);
  }
  expect(seen).toEqual(new Set(names));
  await expectText(page, 'card');
});

test('the longest name with hostile characters, for every object, breaks no page', async () => {
  const { page } = await visitor({ width: WIDTH });
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const group = await ownGroup(page);
  await createUser(page, { userId: uniqueName('hostile'), name: ofOurs('<u>user</u>') });
  const cluster = await OwnCluster.create(admin, ofOurs('<u>host</u>'), group);
  const pod = { name: WORST, namespace: WORST, containerName: WORST, labels: { [WORST]: WORST } };
  const nowMs = Date.now();
  for (const minutes of [2, 0])
    await cluster.sendPods([{ ...pod, crashLoops: true }], nowMs - minutes * 60_000, { nodeName: WORST });
  // The name of the volume is three characters longer.
  await cluster.sendClaims([WORST.slice(0, LONGEST - 3)], 0.95);
  await cluster.sendDeployment(WORST, WORST);
  await cluster.sendEvent(WORST, { type: 'Warning', reason: WORST, message: WORST.repeat(4) });
  const ids: Ids = {
    ...group,
    ...(await objectIds(admin, cluster, WORST)),
    ...(await volumeIds(admin, cluster)),
    ...(await workloadIds(admin, cluster)),
  };
  await openPage(page, `/alarm-list?${new URLSearchParams({ 'f.clusterName': `=${cluster.name}` })}`);
  await page.getByRole('grid').getByText(WORST).first().waitFor();
  await expectText(page, 'alarms');
  for (const route of ONE_PER_COMPONENT) {
    await goTo(page, unnamed(route), ids);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await expectText(page, route.path);
    expect.soft(await page.evaluate<number>(TALLEST_ROW), `${route.path}: rows`).toBeLessThanOrEqual(ROW_PX);
  }
});
