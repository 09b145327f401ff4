import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeColours } from '@gwanje/domain/constants/themes';
import { describe, expect, it } from 'vitest';

type Tokens = ReadonlyMap<string, string>;

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(theme: 'light' | 'dark'): Tokens {
  const root = document.createElement('html');
  root.dataset.mantineColorScheme = theme;
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)];
  // The rules that the browser applies to the page in this theme; a later rule wins.
  const applied = rules.filter(([, selector = '']) => matchesRoot(root, selector));
  return new Map(
    applied.flatMap(([, , block = '']) =>
      [...block.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );
}

/** `:root` matches only in a document; here the element stands for the root. */
function matchesRoot(root: HTMLElement, selector: string): boolean {
  return root.matches(
    selector
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(':root', 'html')
      .trim(),
  );
}

function colour(tokens: Tokens, name: string): string {
  const value = tokens.get(name) ?? '';
  const reference = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
  return reference ? colour(tokens, reference) : value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['ct-white', 'ct-background-grey', 'ct-grey-lighten-4', 'hover-ground'];
const textPairs: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['ct-black', [...surfaces, 'selected-ground']],
  ['ct-grey', surfaces],
  ['ct-grey-darken-1', surfaces],
  ['accent-text', [...surfaces, 'accent-ground']],
  ['on-accent', ['accent-filled', 'accent-filled-hover', 'state-critical-filled']],
  ['on-accent', ['view-ground', 'view-ground-stripe']],
  ['header-text', ['header-ground', 'header-control', 'header-control-hover']],
  ['header-muted', ['header-ground', 'header-control']],
  ['state-normal-text', ['ct-white', 'state-normal-ground']],
  ['state-warning-text', ['ct-white', 'state-warning-ground']],
  ['state-critical-text', [...surfaces, 'state-critical-ground']],
  ['state-stale-text', ['ct-white', 'state-stale-ground']],
  ['chip-pink-text', ['ct-white', 'chip-pink-ground']],
];
/** Colours that no normal text uses: colours of icons, and of inverted text, which `rulePairs` checks. */
const NOT_TEXT = ['accent', 'ct-grey-lighten-2', 'ct-white', 'state-critical', 'view-ground'];
/** Marks, bars and focus rings, for which a contrast of 3:1 is enough. */
const markPairs: readonly (readonly [mark: string, ground: string])[] = [
  ['accent', 'ct-white'],
  ['accent', 'ct-background-grey'],
  ['accent', 'header-ground'],
  ['state-normal', 'ct-white'],
  ['state-critical', 'ct-white'],
];

const root = join(import.meta.dirname, '../../../../..');
const rules = globSync(['apps/console/src/**/*.css', 'packages/ui/src/**/*.css'], { cwd: root }).flatMap(
  (file) =>
    readFileSync(join(root, file), 'utf8')
      .split('}')
      .map((rule) => ({ file, rule })),
);

function tokenIn(rule: string, property: string): string | undefined {
  return new RegExp(`(?:^|[\\s;{])${property}:\\s*var\\(--([a-z0-9-]+)\\)`).exec(rule)?.[1];
}

function isColour(token: string): boolean {
  return colour(tokensOf('light'), token).startsWith('#');
}

/** Style rules that set both a text colour and a background. */
const rulePairs = rules.flatMap(({ file, rule }) => {
  const [text, ground] = [tokenIn(rule, 'color'), tokenIn(rule, 'background(?:-color)?')];
  return text && ground && [text, ground].every(isColour) ? [[file, text, ground] as const] : [];
});

it('every text colour in use has its backgrounds in the table', () => {
  const known = new Set<string>(textPairs.map(([text]) => text));
  const used = new Set(rules.flatMap(({ rule }) => tokenIn(rule, 'color') ?? []));
  expect([...used].filter((text) => tokensOf('light').has(text) && !known.has(text)).sort()).toEqual(
    NOT_TEXT,
  );
});

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const tokens = tokensOf(theme);

  it.each(textPairs.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '%s is readable on %s',
    (text, ground) =>
      expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5),
  );

  it.each(rulePairs)('%s: %s is readable on %s', (_file, text, ground) =>
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5),
  );

  it.each(markPairs)('%s is visible on %s', (mark, ground) =>
    expect(contrast(colour(tokens, mark), colour(tokens, ground))).toBeGreaterThanOrEqual(3),
  );

  it('has every custom colour of the specification', () => {
    const names = themeColours[theme === 'light' ? 'lightTheme' : 'darkTheme'];
    for (const name of names) expect(tokens.has(name), name).toBe(true);
    expect(tokens.has('ct-navi')).toBe(theme === 'light');
  });
});
