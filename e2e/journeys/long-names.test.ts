import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { openPage, signInByApi, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

/** Nodes of one scale set differ only in their last characters. */
const NODES = ['00000a', '00000b', '000000', '00000m'].map((number) => `aks-apps-23755738-vmss${number}`);
/** The last font is the wider spacing that some readers set. */
const LOOKS = [
  [1280, 22, "letterSpacing = '0.12em'"],
  [1600, 16, "fontFamily = 'serif'"],
  [1920, 12, "fontFamily = ''"],
] as const;

/** What the user sees of a name: names that look the same have the same digest. */
async function appearanceOf(name: Locator): Promise<string> {
  const image = await name.screenshot({ animations: 'disabled', caret: 'hide' });
  return createHash('sha256').update(image).digest('hex');
}

async function setFont(page: Page, sizePx: number, font: string): Promise<void> {
  await page.evaluate(
    `document.documentElement.style.fontSize = '${sizePx}px';
     document.body.removeAttribute('style');
     document.body.style.${font}`,
  );
}

test('the nodes of a scale set can be told apart in the tree and in the list, at three widths, sizes and fonts', async () => {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const cluster = await OwnCluster.create(admin, uniqueName('aks'), await subGroup(admin, '검증'));
  await cluster.sendNodes(NODES);
  await openPage(page, `/mon/node-list?hostId=${cluster.hostId}`);
  const places = {
    tree: (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).locator('bdi'),
    list: (name: string) => page.getByRole('grid').getByRole('link', { name, exact: true }).locator('..'),
  };
  for (const find of Object.values(places)) for (const name of NODES) await find(name).waitFor();

  const alike: string[] = [];
  for (const [width, sizePx, font] of LOOKS) {
    await page.setViewportSize({ width, height: 720 });
    await setFont(page, sizePx, font);
    for (const [place, find] of Object.entries(places)) {
      const seen = new Set<string>();
      for (const name of NODES) seen.add(await appearanceOf(find(name)));
      if (seen.size < NODES.length) alike.push(`${place} at ${width} px, ${sizePx} px, ${font}`);
    }
  }
  expect(alike).toEqual([]);

  // The name is complete for whoever copies it.
  const [first = ''] = NODES;
  await page.evaluate(
    `getSelection().selectAllChildren([...document.querySelectorAll('[role="treeitem"] bdi')].find((name) => name.textContent === '${first}'))`,
  );
  const copied = await page.evaluate('getSelection().toString()');
  expect(copied).toBe(first);
});
