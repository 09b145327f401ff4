export const themes = ['lightTheme', 'darkTheme'] as const;
export type Theme = (typeof themes)[number];
export const DEFAULT_THEME: Theme = 'lightTheme';
export const THEME_STORAGE_KEY = 'theme';

const sharedColours = [
  'ct-white',
  'ct-grey-lighten-4',
  'ct-grey-lighten-3',
  'ct-grey-lighten-2',
  'ct-black',
  'ct-grey',
  'ct-grey-darken-1',
  'ct-background-grey',
] as const;

/** Names of the custom colours that each theme defines. */
export const themeColours = {
  lightTheme: [...sharedColours, 'ct-navi'],
  darkTheme: sharedColours,
} as const satisfies Record<Theme, readonly string[]>;

/** The stored theme if it is exactly one of the two, otherwise the light theme. */
export function resolveTheme(stored: unknown): Theme {
  return themes.find((theme) => theme === stored) ?? DEFAULT_THEME;
}
