import { resolveTheme, THEME_STORAGE_KEY, type Theme } from '@gwanje/domain/constants/themes';
import { readStored, writeStored } from '#core/browser/storage.ts';

type ColorScheme = 'light' | 'dark';

function colorSchemeOf(theme: Theme): ColorScheme {
  return theme === 'darkTheme' ? 'dark' : 'light';
}

export function storedTheme(): Theme {
  return resolveTheme(readStored('local', THEME_STORAGE_KEY));
}

/** Stores Mantine's colour scheme under this product's key; other windows of the browser follow a change. */
export function createColorSchemeManager() {
  let onStorage: ((event: StorageEvent) => void) | null = null;
  return {
    get: (_fallback: ColorScheme | 'auto'): ColorScheme => colorSchemeOf(storedTheme()),
    set: (colorScheme: ColorScheme | 'auto'): void =>
      writeStored('local', THEME_STORAGE_KEY, colorScheme === 'dark' ? 'darkTheme' : 'lightTheme'),
    subscribe: (onUpdate: (colorScheme: ColorScheme) => void): void => {
      onStorage = (event) => {
        if (event.storageArea === window.localStorage && event.key === THEME_STORAGE_KEY)
          onUpdate(colorSchemeOf(resolveTheme(event.newValue)));
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: (): void => {
      if (onStorage) window.removeEventListener('storage', onStorage);
      onStorage = null;
    },
    clear: (): void => writeStored('local', THEME_STORAGE_KEY, null),
  };
}
