import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

/** Rules of good practice, outside WCAG, whose violations are serious. */
const SERIOUS_PRACTICE = [
  'accesskeys',
  'aria-dialog-name',
  'aria-text',
  'aria-treeitem-name',
  'label-title-only',
  'scope-attr-valid',
  'tabindex',
];
/**
 * Saves time: axe does not describe elements that pass, and does not preload media, because no page has any.
 */
const FAST_OPTIONS = { resultTypes: ['violations'], preload: false };
const OPTIONS = {
  ...FAST_OPTIONS,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  rules: Object.fromEntries(SERIOUS_PRACTICE.map((rule) => [rule, { enabled: true }])),
};
const PAGE_PARTS = readFileSync(join(import.meta.dirname, 'in-page/page-parts.js'), 'utf8');
/** Excluding smaller parts would take axe longer than checking them. */
const MIN_EXCLUDED_ELEMENTS = 8;

/** Serious and critical violations on the current page, in its theme. */
export async function seriousViolations(page: Page, excluded = '[]'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${excluded} }, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
      ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}

/** Checks many pages of the console, and checks parts that they share only once in each theme. */
export class AxeChecker {
  readonly #known = new Set<string>();

  async seriousViolations(page: Page): Promise<string[]> {
    if (!(await page.evaluate<boolean>(`'pageParts' in window`))) await page.evaluate(PAGE_PARTS);
    const parts = await page.evaluate<[mark: string, cnt: number][]>(
      `(window.parts = pageParts()).map(({ mark, cnt }) => [mark, cnt])`,
    );
    const theme = await page.locator('html').getAttribute('data-mantine-color-scheme');
    const marks = parts.map(([mark]) => `${theme} ${mark}`);
    const known: number[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const cnt = parts[at]?.[1] ?? 0;
      if (this.#known.has(marks[at] ?? '') && cnt >= MIN_EXCLUDED_ELEMENTS) {
        known.push(at);
        at += cnt;
      }
    }
    for (const mark of marks) this.#known.add(mark);
    const found = await seriousViolations(page, `${JSON.stringify(known)}.map((at) => parts[at].element)`);
    return found.map((violation) => `${theme}: ${violation}`);
  }
}

/** As if the user switched the theme in another window. This closes no menu. */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    `localStorage.setItem('theme', '${theme}Theme');
    dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'theme', newValue: '${theme}Theme' }))`,
  );
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}
