import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

/**
 * Describing each element that is fine would take longer than looking at it; what is outside of landmarks is never serious.
 * Nothing here plays sound or film, which axe would wait for.
 */
const OPTIONS = `{ resultTypes: ['violations'], preload: false, rules: { region: { enabled: false } } }`;
const PAGE_PARTS = readFileSync(join(import.meta.dirname, 'in-page/page-parts.js'), 'utf8');
/** Telling axe of each small part would take longer than reading it. */
const LEAST_ELEMENTS = 8;

/** What is serious or worse on the page as it is now. */
export async function seriousViolations(page: Page, leftOut = '[]'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${leftOut} }, ${OPTIONS}).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
      ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}

/** Reads page after page in the same colours, and what is on many of them but once. */
export class Reader {
  readonly #known = new Set<string>();

  async seriousViolations(page: Page): Promise<string[]> {
    if (!(await page.evaluate<boolean>(`'pageParts' in window`))) await page.evaluate(PAGE_PARTS);
    const parts = await page.evaluate<[mark: string, cnt: number][]>(
      `(window.parts = pageParts()).map(({ mark, cnt }) => [mark, cnt])`,
    );
    const known: number[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const [mark = '', cnt = 0] = parts[at] ?? [];
      if (this.#known.has(mark) && cnt >= LEAST_ELEMENTS) {
        known.push(at);
        at += cnt;
      }
    }
    for (const [mark] of parts) this.#known.add(mark);
    return seriousViolations(page, `${JSON.stringify(known)}.map((at) => parts[at].element)`);
  }
}
