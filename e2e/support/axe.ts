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
const RUN = `axe.run(document, ${OPTIONS}).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })))`;

/** What is serious or worse on the page as it is now. */
export async function seriousViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(RUN);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}
