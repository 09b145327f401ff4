import { describe, expect, test } from 'vitest';
import { DEFAULT_COOKIE_SECONDS, GROUP_COOKIE_SECONDS, isReservedCookieName } from './cookies.ts';
import { ALERT_WIDTH, CONFIRM_WIDTH, DIALOG_Z_INDEX, OVERLAY_Z_INDEX } from './dialogs.ts';
import {
  DEFAULT_REFRESH_INTERVAL_MS,
  GROUP_CHANGE_DEBOUNCE_MS,
  refreshIntervalsMs,
  SESSION_RECHECK_MS,
} from './intervals.ts';
import { resolveTheme, themeColours } from './themes.ts';

describe('specified figures', () => {
  test.each([
    ['alert width', ALERT_WIDTH, '450px'],
    ['confirm width', CONFIRM_WIDTH, '510px'],
    ['overlay z-index', OVERLAY_Z_INDEX, 2000],
    ['dialog z-index', DIALOG_Z_INDEX, 2400],
    ['session re-check', SESSION_RECHECK_MS, 300_000],
    ['group change debounce', GROUP_CHANGE_DEBOUNCE_MS, 500],
    ['default cookie lifetime', DEFAULT_COOKIE_SECONDS, 86_400],
    ['group cookie lifetime', GROUP_COOKIE_SECONDS, 31_536_000],
  ])('%s', (_name, value, specified) => {
    expect(value).toBe(specified);
  });

  test('refresh is off, 10 s, 30 s or 1 min, and 30 s by default', () => {
    expect(refreshIntervalsMs).toEqual([0, 10_000, 30_000, 60_000]);
    expect(DEFAULT_REFRESH_INTERVAL_MS).toBe(30_000);
  });
});

describe('reserved cookie names', () => {
  test.each(['expires', 'max-age', 'path', 'domain', 'secure', 'SameSite', 'samesite', 'Path', ' path '])(
    '%j is refused',
    (name) => {
      expect(isReservedCookieName(name)).toBe(true);
    },
  );

  test.each(['theme', 'gwanje_groups', 'paths', ''])('%j is not reserved', (name) => {
    expect(isReservedCookieName(name)).toBe(false);
  });
});

describe('themes', () => {
  test.each([
    ['lightTheme', 'lightTheme'],
    ['darkTheme', 'darkTheme'],
    ['dark', 'lightTheme'],
    ['DarkTheme', 'lightTheme'],
    ['', 'lightTheme'],
    [null, 'lightTheme'],
    [undefined, 'lightTheme'],
  ])('stored %j gives %s', (stored, theme) => {
    expect(resolveTheme(stored)).toBe(theme);
  });

  test('the light theme has navi beside the colours that both have', () => {
    expect(themeColours.lightTheme).toEqual([...themeColours.darkTheme, 'ct-navi']);
    expect(themeColours.darkTheme).toHaveLength(8);
    for (const colour of themeColours.lightTheme) expect(colour).toMatch(/^ct-/);
  });
});
