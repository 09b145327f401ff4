import { describe, expect, test } from 'vitest';
import { DEFAULT_COOKIE_SECONDS, GROUP_COOKIE_SECONDS, isReservedCookieName } from './cookies.ts';
import { ALERT_WIDTH, CONFIRM_WIDTH, DIALOG_Z_INDEX, OVERLAY_Z_INDEX } from './dialogs.ts';
import {
  DEFAULT_REFRESH,
  GROUP_CHANGE_DEBOUNCE_MS,
  refreshIntervalsMs,
  SESSION_RECHECK_MS,
} from './intervals.ts';
import { resolveTheme, THEME_STORAGE_KEY, themeColours } from './themes.ts';

describe('specified values', () => {
  test.each([
    ['alert width', ALERT_WIDTH, '450px'],
    ['confirm width', CONFIRM_WIDTH, '510px'],
    ['overlay z-index', OVERLAY_Z_INDEX, 2000],
    ['dialog z-index', DIALOG_Z_INDEX, 2400],
    ['session re-check', SESSION_RECHECK_MS, 300_000],
    ['group change debounce', GROUP_CHANGE_DEBOUNCE_MS, 500],
    ['default cookie lifetime', DEFAULT_COOKIE_SECONDS, 86_400],
    ['group cookie lifetime', GROUP_COOKIE_SECONDS, 31_536_000],
    ['key of the stored theme', THEME_STORAGE_KEY, 'theme'],
  ])('%s', (_name, value, specified) => {
    expect(value).toBe(specified);
  });

  test('refresh is off, 10 s, 30 s or 1 min, and 30 s by default', () => {
    expect(refreshIntervalsMs).toEqual({ off: null, '10s': 10_000, '30s': 30_000, '1m': 60_000 });
    expect(DEFAULT_REFRESH).toBe('30s');
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

  test('both themes have the same colours, and the light theme also has navi', () => {
    const shared =
      'white grey-lighten-4 grey-lighten-3 grey-lighten-2 black grey grey-darken-1 background-grey';
    const names = shared.split(' ').map((name) => `ct-${name}`);
    expect(themeColours).toEqual({ lightTheme: [...names, 'ct-navi'], darkTheme: names });
  });
});
