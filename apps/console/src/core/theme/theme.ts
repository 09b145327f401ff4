import { resolveTheme, THEME_STORAGE_KEY, type Theme } from '@gwanje/domain/constants/themes';
import { onStoredElsewhere, readStored, writeStored } from '#core/browser/storage.ts';

type ColorScheme = 'light' | 'dark';

function colorSchemeOf(theme: Theme): ColorScheme {
  return theme === 'darkTheme' ? 'dark' : 'light';
}

export function storedTheme(): Theme {
  return resolveTheme(readStored('local', THEME_STORAGE_KEY));
}

/** Stores Mantine's colour scheme under this product's key; other windows of the browser follow a change. */
export function createColorSchemeManager() {
  let stop: () => void = () => undefined;
  return {
    get: (_fallback: ColorScheme | 'auto'): ColorScheme => colorSchemeOf(storedTheme()),
    set: (colorScheme: ColorScheme | 'auto'): void =>
      writeStored('local', THEME_STORAGE_KEY, colorScheme === 'dark' ? 'darkTheme' : 'lightTheme'),
    subscribe: (onUpdate: (colorScheme: ColorScheme) => void): void => {
      stop = onStoredElsewhere(THEME_STORAGE_KEY, (text) => onUpdate(colorSchemeOf(resolveTheme(text))));
    },
    unsubscribe: (): void => stop(),
    clear: (): void => writeStored('local', THEME_STORAGE_KEY, null),
  };
}

const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white: a page is printed in the light theme, its charts too. Returns a function that ends this. */
export function printInLightTheme(): () => void {
  const root = document.documentElement;
  let shown: string | null = null;
  const toLight = () => {
    shown ??= root.getAttribute(SCHEME_ATTRIBUTE);
    root.setAttribute(SCHEME_ATTRIBUTE, 'light');
  };
  const back = () => {
    if (shown !== null) root.setAttribute(SCHEME_ATTRIBUTE, shown);
    shown = null;
  };
  window.addEventListener('beforeprint', toLight);
  window.addEventListener('afterprint', back);
  return () => {
    window.removeEventListener('beforeprint', toLight);
    window.removeEventListener('afterprint', back);
  };
}
