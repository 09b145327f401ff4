import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const TAB_STOP = readFileSync(join(import.meta.dirname, 'in-page/tab-stop.js'), 'utf8');
/** More than any page has, where the focus is not kept in a circle. */
const MOST = 300;

interface TabStop {
  readonly name: string;
  readonly isAgain: boolean;
  readonly isInSight: boolean;
  readonly isMarked: boolean;
}

/** All that Tab comes to from the beginning of a page, until it leaves it. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  await page.evaluate('document.activeElement?.blur(); window.tabStops = new Set()');
  const stops: TabStop[] = [];
  while (stops.length < MOST) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<TabStop | null>(TAB_STOP);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}
