import { z } from 'zod';

/** The user's columns, their order and widths. Other properties are as declared. */
export interface ColumnLayout {
  readonly shown: readonly string[];
  /** Empty: the columns share the width. */
  readonly widths: Readonly<Record<string, number>>;
}

const MIN_COLUMN_WIDTH = 56;
const MAX_COLUMN_WIDTH = 1200;

export interface KnownColumns {
  readonly ids: readonly string[];
  /** Always shown, always first. */
  readonly primaryId: string;
  readonly defaultIds: readonly string[];
}

export function defaultLayout({ primaryId, defaultIds }: KnownColumns): ColumnLayout {
  return { shown: withPrimary(defaultIds, primaryId), widths: {} };
}

const StoredLayout = z.object({
  shown: z.array(z.unknown()).catch([]),
  widths: z.record(z.string(), z.unknown()).catch({}),
});

/** A stored layout may be absent or come from another version; unknown columns are ignored. */
export function layoutFrom(stored: unknown, known: KnownColumns): ColumnLayout {
  const defaults = defaultLayout(known);
  const { shown = [], widths = {} } = StoredLayout.safeParse(stored).data ?? {};
  const ids = shown.flatMap((id) => known.ids.find((one) => one === id) ?? []);
  return {
    shown: ids.length === 0 ? defaults.shown : withPrimary(ids, known.primaryId),
    widths: Object.fromEntries(
      known.ids.flatMap((id) => {
        const width = z.number().safeParse(widths[id]).data;
        return width === undefined ? [] : [[id, clampWidth(width)]];
      }),
    ),
  };
}

export function toggleColumn(layout: ColumnLayout, id: string, known: KnownColumns): ColumnLayout {
  if (id === known.primaryId) return layout;
  const shown = layout.shown.includes(id)
    ? layout.shown.filter((other) => other !== id)
    : [...layout.shown, id];
  return { ...layout, shown };
}

/** Moves a column among the shown ones; the primary column stays first. */
export function moveColumn(layout: ColumnLayout, id: string, toIndex: number): ColumnLayout {
  const from = layout.shown.indexOf(id);
  if (from < 1) return layout;
  const to = Math.min(Math.max(1, toIndex), layout.shown.length - 1);
  const shown = layout.shown.filter((other) => other !== id);
  return { ...layout, shown: shown.toSpliced(to, 0, id) };
}

export function withWidths(layout: ColumnLayout, widths: Readonly<Record<string, number>>): ColumnLayout {
  const clamped = Object.entries(widths).map(([id, width]) => [id, clampWidth(width)] as const);
  return { ...layout, widths: { ...layout.widths, ...Object.fromEntries(clamped) } };
}

export function isDefaultLayout({ shown, widths }: ColumnLayout, known: KnownColumns): boolean {
  return Object.keys(widths).length === 0 && shown.join() === defaultLayout(known).shown.join();
}

function withPrimary(ids: readonly string[], primaryId: string): string[] {
  return [...new Set([primaryId, ...ids])];
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(MIN_COLUMN_WIDTH, width), MAX_COLUMN_WIDTH));
}
