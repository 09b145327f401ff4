import type { Translate } from '#core/i18n/i18n.ts';
import type { Board, Settings, Widget } from './model/boards.ts';
import type { WidgetKindName } from './widgets/registry.ts';

type Planned = Pick<Widget, 'area'> & { readonly kind: WidgetKindName; readonly settings?: Settings };

/** The default board: problem counts, clusters and pods with problems, top consumers and trends. */
const plan: readonly Planned[] = [
  { kind: 'counts', area: { x: 0, y: 0, w: 12, h: 3 } },
  { kind: 'clusterCards', area: { x: 0, y: 3, w: 12, h: 4 }, settings: { cnt: 12 } },
  {
    kind: 'tileMap',
    area: { x: 0, y: 7, w: 8, h: 7 },
    settings: { objectType: 'pod', groupBy: 'cluster', sortBy: 'MON_RESULT' },
  },
  {
    kind: 'top',
    area: { x: 8, y: 7, w: 4, h: 7 },
    settings: { objectType: 'pod', metric: 'memUsedLimitPct', cnt: 10 },
  },
  {
    kind: 'chart',
    area: { x: 0, y: 14, w: 4, h: 6 },
    settings: { scope: 'cluster', metric: 'cpuUsedCores', span: '3h', cnt: 5 },
  },
  {
    kind: 'chart',
    area: { x: 4, y: 14, w: 4, h: 6 },
    settings: { scope: 'node', metric: 'memUsedBytes', span: '3h', cnt: 5 },
  },
  { kind: 'alarmFeed', area: { x: 8, y: 14, w: 4, h: 6 } },
];

export function firstWidgets(idOf: (index: number) => string): readonly Widget[] {
  return plan.map(({ kind, area, settings = {} }, index) => ({
    id: idOf(index),
    kind,
    title: '',
    area,
    settings,
  }));
}

/** Fixed ids: a link to the board works before the board is saved. */
export function firstBoard(t: Translate): Board {
  return {
    id: 'first',
    name: t('customMain.firstBoard'),
    widgets: firstWidgets((index) => `first-${index}`),
  };
}
