import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const TAB_WALK = readFileSync(join(import.meta.dirname, 'in-page/tab-walk.js'), 'utf8');
/** More than any page has, unless it traps the focus. */
const MAX_STOPS = 300;
const AT_ONCE = 10;
const DOWN = { type: 'rawKeyDown' as const, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

interface TabStop {
  readonly name: string;
  readonly isAgain: boolean;
  readonly isVisible: boolean;
  readonly isMarked: boolean;
}

interface TabWalk {
  readonly stops: readonly TabStop[];
  /** Usable elements that neither Tab nor arrow keys reach. */
  readonly missed: readonly string[];
}

/** All tab stops from the start of a page, or of an element, until the focus leaves the page. */
export async function tabStops(page: Page, from = 'html'): Promise<TabWalk> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(TAB_WALK);
  await page.evaluate(`tabWalk.begin(${JSON.stringify(from)})`);
  for (let pressed = 0; pressed < MAX_STOPS; pressed += AT_ONCE) {
    // Sends keys without waiting for each: the page handles them in order and records the focus. Sends no
    // key-up events: the focus moves on key-down, and key-up events would double the time.
    const downs = Array.from({ length: AT_ONCE }, () => session.send('Input.dispatchKeyEvent', DOWN));
    await Promise.all(downs);
    if (!(await page.evaluate<boolean>('tabWalk.isOver'))) continue;
    await session.detach();
    return page.evaluate<TabWalk>('tabWalk.end()');
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}

/** Problems for users without a pointer. */
export function keyboardErrors({ stops, missed }: TabWalk): string[] {
  return [
    ...stops.flatMap(({ name, isAgain, isVisible, isMarked }) => [
      ...(isAgain ? [`comes back to ${name}`] : []),
      ...(isVisible ? [] : [`not visible: ${name}`]),
      ...(isMarked ? [] : [`not marked: ${name}`]),
    ]),
    ...missed.map((name) => `by pointer only: ${name}`),
  ];
}
