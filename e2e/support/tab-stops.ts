import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const TAB_WALK = readFileSync(join(import.meta.dirname, 'in-page/tab-walk.js'), 'utf8');
/** More than any page has, where the focus is not kept in a circle. */
const MOST = 300;
const AT_ONCE = 10;
const DOWN = { type: 'rawKeyDown' as const, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

interface TabStop {
  readonly name: string;
  readonly isAgain: boolean;
  readonly isInSight: boolean;
  readonly isMarked: boolean;
}

interface TabWalk {
  readonly stops: readonly TabStop[];
  /** Can be used, but neither Tab nor arrow keys come to it. */
  readonly missed: readonly string[];
}

/** All that Tab comes to from the beginning of a page, or of an element, until it leaves the page. */
export async function tabStops(page: Page, from = 'html'): Promise<TabWalk> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(TAB_WALK);
  await page.evaluate(`tabWalk.begin(${JSON.stringify(from)})`);
  for (let pressed = 0; pressed < MOST; pressed += AT_ONCE) {
    // Without waiting for each: the page takes them one after the other, and notes by itself where it was. The focus goes on
    // when a key goes down; nothing listens for its coming up, which would take as long again.
    const downs = Array.from({ length: AT_ONCE }, () => session.send('Input.dispatchKeyEvent', DOWN));
    await Promise.all(downs);
    if (!(await page.evaluate<boolean>('tabWalk.isOver'))) continue;
    await session.detach();
    return page.evaluate<TabWalk>('tabWalk.end()');
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}

/** What somebody without a pointer would complain about. */
export function keyboardFaults({ stops, missed }: TabWalk): string[] {
  return [
    ...stops.flatMap(({ name, isAgain, isInSight, isMarked }) => [
      ...(isAgain ? [`comes back to ${name}`] : []),
      ...(isInSight ? [] : [`out of sight: ${name}`]),
      ...(isMarked ? [] : [`not marked: ${name}`]),
    ]),
    ...missed.map((name) => `by pointer alone: ${name}`),
  ];
}
