import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createColorSchemeManager, printInLightTheme, storedTheme } from './theme.ts';

const themeScript = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8');

/** Runs the script for the first paint with only the globals that it needs. */
function schemeBeforeFirstPaint(getItem: (key: string) => string | null): string | undefined {
  const attributes = new Map<string, string>();
  runInNewContext(themeScript, {
    window: { localStorage: { getItem } },
    document: {
      documentElement: { setAttribute: (name: string, value: string) => attributes.set(name, value) },
    },
  });
  return attributes.get('data-mantine-color-scheme');
}

beforeEach(() => window.localStorage.clear());

describe.each([
  ['lightTheme', 'lightTheme', 'light'],
  ['darkTheme', 'darkTheme', 'dark'],
  ['dark', 'lightTheme', 'light'],
  ['DarkTheme', 'lightTheme', 'light'],
  [' darkTheme', 'lightTheme', 'light'],
  ['', 'lightTheme', 'light'],
  [null, 'lightTheme', 'light'],
])('the stored theme %j', (stored, theme, scheme) => {
  test(`is read as ${theme}`, () => {
    if (stored !== null) window.localStorage.setItem('theme', stored);
    expect(storedTheme()).toBe(theme);
    expect(createColorSchemeManager().get('auto')).toBe(scheme);
  });

  test(`is ${scheme} from the first paint on`, () =>
    expect(schemeBeforeFirstPaint((key) => (key === 'theme' ? stored : 'darkTheme'))).toBe(scheme));
});

test('with blocked storage the theme is light from the first paint on', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  expect(schemeBeforeFirstPaint(refuse)).toBe('light');
});

describe("Mantine's colour scheme", () => {
  test.each([
    ['dark', 'darkTheme', 'dark'],
    ['light', 'lightTheme', 'light'],
    ['auto', 'lightTheme', 'light'],
  ] as const)('%s is stored as %s', (scheme, theme, back) => {
    const manager = createColorSchemeManager();
    manager.set(scheme);
    expect(window.localStorage.getItem('theme')).toBe(theme);
    expect(storedTheme()).toBe(theme);
    expect(manager.get('auto')).toBe(back);
  });

  test('is light if nothing is stored, also on a dark system', () =>
    expect(createColorSchemeManager().get('dark')).toBe('light'));

  test('follows a change in another window until it is stopped', () => {
    const manager = createColorSchemeManager();
    const onUpdate = vi.fn();
    const changeTo = (newValue: string | null, key = 'theme') =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }));
    manager.subscribe(onUpdate);
    changeTo('darkTheme');
    changeTo('darkTheme', 'language');
    changeTo(null);
    manager.unsubscribe();
    changeTo('darkTheme');
    expect(onUpdate.mock.calls).toEqual([['dark'], ['light']]);
  });

  test('is cleared on request', () => {
    const manager = createColorSchemeManager();
    manager.set('dark');
    manager.clear();
    expect(window.localStorage.getItem('theme')).toBeNull();
  });
});

test('a dark page is printed in the light theme and dark again afterwards', () => {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', 'dark');
  const stop = printInLightTheme();
  const schemeAfter = (event: string) => {
    window.dispatchEvent(new Event(event));
    return root.getAttribute('data-mantine-color-scheme');
  };
  const during = [schemeAfter('beforeprint'), schemeAfter('beforeprint')];
  const after = [schemeAfter('afterprint'), schemeAfter('afterprint')];
  stop();
  expect([during, after, schemeAfter('beforeprint')]).toEqual([['light', 'light'], ['dark', 'dark'], 'dark']);
});
