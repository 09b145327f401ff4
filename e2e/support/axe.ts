import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { ThemeName } from './browser.ts';

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
  lightTheme: {
    ...FAST_OPTIONS,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: Object.fromEntries(SERIOUS_PRACTICE.map((rule) => [rule, { enabled: true }])),
  },
  // Only the contrast of its colours differs from the light theme.
  darkTheme: { ...FAST_OPTIONS, runOnly: ['color-contrast'] },
};
const PAGE_PARTS = readFileSync(join(import.meta.dirname, 'in-page/page-parts.js'), 'utf8');
/** Excluding smaller parts would take axe longer than checking them. */
const MIN_EXCLUDED_ELEMENTS = 8;

/** Serious and critical violations on the current page. */
export async function seriousViolations(
  page: Page,
  theme: ThemeName = 'lightTheme',
  excluded = '[]',
): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${excluded} }, ${JSON.stringify(OPTIONS[theme])}).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
      ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, targets }) => `${theme} ${id}: ${targets.join(', ')}`);
}

/** Checks many pages of the console in both themes, and checks parts that they share only once. */
export class AxeChecker {
  readonly #known = new Set<string>();

  async seriousViolations(page: Page): Promise<string[]> {
    if (!(await page.evaluate<boolean>(`'pageParts' in window`))) await page.evaluate(PAGE_PARTS);
    const parts = await page.evaluate<[mark: string, cnt: number][]>(
      `(window.parts = pageParts()).map(({ mark, cnt }) => [mark, cnt])`,
    );
    const known: number[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const [mark = '', cnt = 0] = parts[at] ?? [];
      if (this.#known.has(mark) && cnt >= MIN_EXCLUDED_ELEMENTS) {
        known.push(at);
        at += cnt;
      }
    }
    for (const [mark] of parts) this.#known.add(mark);
    const excluded = `${JSON.stringify(known)}.map((at) => parts[at].element)`;
    const theme = await shownTheme(page);
    const first = await seriousViolations(page, theme, excluded);
    const other = theme === 'lightTheme' ? 'darkTheme' : 'lightTheme';
    await switchTheme(page, other);
    return [...first, ...(await seriousViolations(page, other, excluded))];
  }
}

async function shownTheme(page: Page): Promise<ThemeName> {
  const scheme = await page.locator('html').getAttribute('data-mantine-color-scheme');
  return scheme === 'dark' ? 'darkTheme' : 'lightTheme';
}

/** As if the user switched the theme in another window. This closes no menu. */
async function switchTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(
    `localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'theme', newValue: '${theme}' }))`,
  );
  await page.locator(`html[data-mantine-color-scheme=${theme === 'darkTheme' ? 'dark' : 'light'}]`).waitFor();
}
