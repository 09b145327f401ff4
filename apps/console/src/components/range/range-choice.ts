import { parseInstant } from '@gwanje/domain/formats/time';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Spans that end now, in display order. */
export const spansMs = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
} as const;
export type Span = keyof typeof spansMs;

export type RangeChoice =
  | { readonly kind: 'last'; readonly span: Span }
  | { readonly kind: 'between'; readonly fromMs: number; readonly toMs: number };

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The retention of samples. */
const MAX_MS = 400 * DAY_MS;
const MIN_MS = MINUTE_MS;
/** Samples come every 15 s; aligned ends let all charts of a page share one range. */
const GRID_MS = 15_000;

export const DEFAULT_RANGE: RangeChoice = { kind: 'last', span: '1h' };

export type RangeAddress = Readonly<Record<'range' | 'from' | 'to', string | undefined>>;

/** Invalid values give the default: an address typed by hand never breaks a page. */
export function rangeFromAddress(search: Readonly<Record<string, string | undefined>>): RangeChoice {
  const from = search.from === undefined ? undefined : parseInstant(search.from);
  const to = search.to === undefined ? undefined : parseInstant(search.to);
  if (from !== undefined && to !== undefined && from > 0 && to > 0) return between(from, to);
  const span = spanOf(search.range);
  return span ? { kind: 'last', span } : DEFAULT_RANGE;
}

/** The default is left out of the address. */
export function rangeToAddress(choice: RangeChoice): RangeAddress {
  if (choice.kind === 'between')
    return { range: undefined, from: instantText(choice.fromMs), to: instantText(choice.toMs) };
  const isDefault = DEFAULT_RANGE.kind === 'last' && choice.span === DEFAULT_RANGE.span;
  return { range: isDefault ? undefined : choice.span, from: undefined, to: undefined };
}

/** Whole seconds, the earlier one first, at least a minute and at most the retention. */
export function between(oneMs: number, otherMs: number): RangeChoice {
  const fromMs = Math.floor(Math.min(oneMs, otherMs) / 1000) * 1000;
  const toMs = Math.ceil(Math.max(oneMs, otherMs) / 1000) * 1000;
  if (toMs - fromMs < MIN_MS) return { kind: 'between', fromMs, toMs: fromMs + MIN_MS };
  return { kind: 'between', fromMs: Math.max(fromMs, toMs - MAX_MS), toMs };
}

/** The range of a choice at an instant: now, or when the object was last seen. */
export function resolveRange(choice: RangeChoice, endMs: number): TimeRange {
  if (choice.kind === 'between') return { fromMs: choice.fromMs, toMs: choice.toMs };
  const toMs = Math.ceil(endMs / GRID_MS) * GRID_MS;
  return { fromMs: toMs - spansMs[choice.span], toMs };
}

/** Twice as wide, not beyond now and at most the widest span. */
export function widened(choice: RangeChoice, nowMs: number): RangeChoice {
  const { fromMs, toMs } = resolveRange(choice, nowMs);
  const moreMs = (toMs - fromMs) / 2;
  const widerToMs = Math.min(toMs + moreMs, Math.max(nowMs, toMs));
  const widerFromMs = widerToMs - 2 * (toMs - fromMs);
  return widerToMs - widerFromMs >= spansMs['30d']
    ? { kind: 'last', span: '30d' }
    : between(widerFromMs, widerToMs);
}

export function sameChoice(one: RangeChoice, other: RangeChoice): boolean {
  if (one.kind === 'last' || other.kind === 'last')
    return one.kind === 'last' && other.kind === 'last' && one.span === other.span;
  return one.fromMs === other.fromMs && one.toMs === other.toMs;
}

export const spans: readonly Span[] = ['15m', '1h', '3h', '6h', '12h', '24h', '7d', '30d'];

function spanOf(text: string | undefined): Span | undefined {
  return spans.find((span) => span === text);
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z');
}
