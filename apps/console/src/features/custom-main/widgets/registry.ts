import type { Size } from '../model/layout.ts';
import { alarmFeedWidget } from './alarm-feed-widget.tsx';
import { chartWidget } from './chart-widget.tsx';
import { clusterCardsWidget } from './cluster-cards-widget.tsx';
import { countsWidget } from './counts-widget.tsx';
import { tileMapWidget } from './tile-map-widget.tsx';
import { topWidget } from './top-widget.tsx';
import type { WidgetKind } from './widget-kind.tsx';

/** In the order of the menu, one line per kind. */
export const widgetKinds = {
  counts: countsWidget,
  tileMap: tileMapWidget,
  top: topWidget,
  chart: chartWidget,
  clusterCards: clusterCardsWidget,
  alarmFeed: alarmFeedWidget,
} as const satisfies Record<string, WidgetKind>;

/** Undefined for a kind of a newer console. */
export function widgetKindOf(kind: string): WidgetKind | undefined {
  return Object.values(widgetKinds).find(({ name }) => name === kind);
}

const MIN_SIZE: Size = { w: 2, h: 2 };

export function minSizeOf(kind: string): Size {
  return widgetKindOf(kind)?.minSize ?? MIN_SIZE;
}
