import type { LineStyle, MarkLevel } from './model/chart-data.ts';
import { PALETTE_SIZE } from './model/palette.ts';

/** The page's colours for the canvas, with CSS variables resolved. */
export interface ChartTheme {
  readonly series: readonly string[];
  readonly others: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly stale: string;
  readonly staleText: string;
  readonly lines: Readonly<Record<LineStyle, string>>;
  readonly lineTexts: Readonly<Record<LineStyle, string>>;
  readonly marks: Readonly<Record<MarkLevel, string>>;
  readonly fontFamily: string;
  /** The page's text scale, for example on a wallboard. */
  readonly textScale: number;
}

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

function themeOf(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
  const muted = colour('ct-grey');
  const warningText = colour('state-warning-text');
  const criticalText = colour('state-critical-text');
  return {
    series: Array.from({ length: PALETTE_SIZE }, (_, index) => colour(`chart-${index + 1}`)),
    others: colour('state-stale'),
    surface: colour('ct-white'),
    text: colour('ct-black'),
    muted,
    grid: colour('ct-grey-lighten-3'),
    stale: colour('state-stale'),
    staleText: colour('state-stale-text'),
    lines: {
      request: muted,
      allocatable: colour('ct-grey-darken-1'),
      limit: colour('state-critical'),
      warning: colour('state-warning'),
      critical: colour('state-critical'),
    },
    lineTexts: {
      request: muted,
      allocatable: colour('ct-grey-darken-1'),
      limit: criticalText,
      warning: warningText,
      critical: criticalText,
    },
    marks: {
      change: colour('accent'),
      normal: colour('state-stale'),
      warning: colour('state-warning'),
      critical: colour('state-critical'),
    },
    fontFamily: style.fontFamily || 'sans-serif',
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
