import { HostId } from '@gwanje/contract/ids';
import { listPods } from '@gwanje/contract/pods';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster } from './support/agent.ts';
import { Api } from './support/api.ts';
import { stack, takeSession, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import { uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

const WIDTH = 1280;
const RIGHT_TO_LEFT = '\u202e';
const ZERO_WIDTH = '\u200b';
const MARKUP = '<img src=x onerror="document.title=1"><b>bold</b>';
const NAMES = {
  markup: MARKUP,
  rightToLeft: `pod-${RIGHT_TO_LEFT}gpj.exe-أسماء`,
  long: 'w'.repeat(253),
  zeroWidth: `zero${ZERO_WIDTH}width${ZERO_WIDTH}${'\u200d'}name`,
} as const;

/** Nothing of it became an element, and nothing pushes the page wider than the window. */
async function expectText(page: Page, place: string): Promise<void> {
  expect(await page.locator('img[src="x"], main b').count(), place).toBe(0);
  expect(await page.title(), place).not.toBe('1');
  const widthPx = Number(await page.evaluate('document.documentElement.scrollWidth'));
  expect(widthPx, `${place}: width of the page`).toBeLessThanOrEqual(WIDTH);
}

test('names, labels and messages are text on every page, and no layout breaks', {
  timeout: 240_000,
}, async () => {
  const { page } = await visitor({ width: WIDTH });
  const admin = await Api.as('total');
  await takeSession(page, 'total');
  const cluster = await OwnCluster.create(admin, page, uniqueName('host'), await subGroup(admin, '검증'));
  const names = Object.values(NAMES);
  await cluster.tell(names.map((name) => ({ name, labels: { [`team/${name}`]: name } })));
  for (const name of names)
    await cluster.tellEvent(name, { type: 'Warning', reason: 'BackOff', message: `said: ${name}` });
  const hostId = `hostId=${cluster.hostId}`;
  const body = { filter: { hostId: HostId.parse(cluster.hostId) } };
  const { list } = await admin.call(listPods, { params: { pageNo: 1, pageCnt: 10 }, body });
  const open = async (path: string) => {
    await page.goto(stack().consoleUrl + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  await open(`/mon/pod-list?${hostId}`);
  for (const { podId, name } of list) {
    const link = page.getByRole('grid').locator(`a[href*="podId=${podId}"]`).first();
    await link.waitFor();
    expect(await link.textContent()).toBe(name);
    expect((await link.boundingBox())?.height, 'a row stays one line high').toBeLessThanOrEqual(32);
  }
  await expectText(page, 'list');

  await open(`/mon/event-list?${hostId}`);
  for (const name of names) await page.getByRole('grid').getByText(`said: ${name}`).first().waitFor();
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

  await open(`/main?clusterList=${cluster.hostId}`);
  const map = page.getByRole('application', { name: /맵$/ });
  await map.waitFor();
  await map.focus();
  const card = page.getByTestId('tile-card');
  const seen = new Set<string>();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    await card.waitFor();
    const text = (await card.textContent()) ?? '';
    for (const name of names) if (text.includes(name)) seen.add(name);
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? WIDTH)).toBeLessThanOrEqual(WIDTH);
  }
  expect(seen).toEqual(new Set(names));
  await expectText(page, 'card');

  for (const { podId, name } of list) {
    await open(`/mon/pod/summary?${hostId}&podId=${podId}`);
    await page.getByRole('slider').first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    await expectText(page, `summary of ${name}`);
  }
});
