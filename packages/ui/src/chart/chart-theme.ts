import { PALETTE_SIZE } from './model/palette.ts';

/** The page's colours for the canvas, with CSS variables resolved. */
export type ChartTheme = ReturnType<typeof themeOf>;

const ROOT_FONT_PX = 16;

/** Attributes of the root element switch colours and text size. */
const THEME_SWITCHES = ['data-mantine-color-scheme', 'style'];

let known: { readonly switches: string; readonly theme: ChartTheme } | undefined;

/** Read once for all charts: each read forces a style calculation. */
export function readChartTheme(element: HTMLElement): ChartTheme {
  const root = document.documentElement;
  const switches = THEME_SWITCHES.map((name) => root.getAttribute(name)).join();
  if (known?.switches !== switches) known = { switches, theme: themeOf(element) };
  return known.theme;
}

function themeOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
  const muted = colour('ct-grey');
  const stale = colour('state-stale');
  const allocatable = colour('ct-grey-darken-1');
  const warning = colour('state-warning');
  const critical = colour('state-critical');
  const criticalText = colour('state-critical-text');
  return {
    series: Array.from({ length: PALETTE_SIZE }, (_, index) => colour(`chart-${index + 1}`)),
    others: stale,
    surface: colour('ct-white'),
    text: colour('ct-black'),
    muted,
    grid: colour('ct-grey-lighten-3'),
    stale,
    staleText: colour('state-stale-text'),
    lines: { request: muted, allocatable, limit: critical, warning, critical },
    lineTexts: {
      request: muted,
      allocatable,
      limit: criticalText,
      warning: colour('state-warning-text'),
      critical: criticalText,
    },
    marks: { change: colour('accent'), normal: stale, warning, critical },
    fontFamily: style.fontFamily || 'sans-serif',
    /** The page's text scale, for example on a wallboard. */
    textScale: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_FONT_PX || 1,
  };
}

/** For canvases, which must be redrawn. Returns a function that ends the watch. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: THEME_SWITCHES });
  return () => observer.disconnect();
}

/** '#2f6fed' at 20 % → '#2f6fed33'. */
export function withAlpha(colour: string, alpha: number): string {
  const hex = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}${hex}` : colour;
}
