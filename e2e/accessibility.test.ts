import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { signIn, stack, type ThemeName, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

/** Each kind of page that exists; those of later capabilities share one and are represented by /main. */
const PAGES = [
  '/main',
  '/mon/summary',
  '/setting/group/meta-list',
  '/setting/group/sub-list?metaGroupId=1',
  '/setting/group/sub?subGroupId=1',
  '/setting/user',
  '/setting/user/registration',
  '/setting/logo',
  '/realtime-detection',
  '/maintenance',
  '/no-such-page',
] as const;

describe.each<ThemeName>(['lightTheme', 'darkTheme'])('%s', (theme) => {
  test('no page has a serious violation, and each has a title', async () => {
    const { page } = await visitor({ theme });
    await signIn(page, 'key');
    for (const path of PAGES) {
      await page.goto(stack().consoleUrl + path);
      await page.locator('main, [role=main]').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.title(), path).toMatch(/관제/);
      expect(await violations(page), path).toEqual([]);
    }
  });

  test('the login site has none either', async () => {
    const { page } = await visitor({ theme });
    await page.emulateMedia({ colorScheme: theme === 'darkTheme' ? 'dark' : 'light' });
    await page.goto(`${stack().loginUrl}/login`);
    expect(await violations(page), 'login').toEqual([]);
    await signIn(page, 'user');
    await page.goto(`${stack().loginUrl}/portal`);
    expect(await violations(page), 'portal').toEqual([]);
  });
});

async function violations(page: Parameters<typeof signIn>[0]): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
}
