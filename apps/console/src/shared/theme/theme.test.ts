// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createColorSchemeManager, storedTheme, THEME_KEY, themeFrom } from './theme.ts';

beforeEach(() => window.localStorage.clear());

test.each([
  ['lightTheme', 'lightTheme'],
  ['darkTheme', 'darkTheme'],
  ['dark', 'lightTheme'],
  ['DarkTheme', 'lightTheme'],
  [' darkTheme', 'lightTheme'],
  ['', 'lightTheme'],
  [null, 'lightTheme'],
])('the stored theme %j counts as %s', (stored, theme) => {
  expect(themeFrom(stored)).toBe(theme);
});

describe("Mantine's colour scheme", () => {
  test.each([
    ['dark', 'darkTheme', 'dark'],
    ['light', 'lightTheme', 'light'],
    ['auto', 'lightTheme', 'light'],
  ] as const)('%s is kept as %s', (scheme, theme, back) => {
    const manager = createColorSchemeManager();
    manager.set(scheme);
    expect(window.localStorage.getItem(THEME_KEY)).toBe(theme);
    expect(storedTheme()).toBe(theme);
    expect(manager.get('auto')).toBe(back);
  });

  test('is light where nothing is stored, whatever the system prefers', () => {
    expect(createColorSchemeManager().get('dark')).toBe('light');
  });

  test('follows a change made in another window, until told to stop', () => {
    const manager = createColorSchemeManager();
    const onUpdate = vi.fn();
    const changeTo = (newValue: string | null, key = THEME_KEY) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }));
    manager.subscribe(onUpdate);
    changeTo('darkTheme');
    changeTo('darkTheme', 'language');
    changeTo(null);
    manager.unsubscribe();
    changeTo('darkTheme');
    expect(onUpdate.mock.calls).toEqual([['dark'], ['light']]);
  });

  test('is forgotten on request', () => {
    const manager = createColorSchemeManager();
    manager.set('dark');
    manager.clear();
    expect(window.localStorage.getItem(THEME_KEY)).toBeNull();
  });
});
