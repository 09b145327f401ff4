import type { Translate } from '#core/i18n/i18n.ts';
import type { Board, Settings, Widget } from './model/boards.ts';
import type { WidgetKindName } from './widgets/registry.ts';

type Planned = readonly [kind: WidgetKindName, area: readonly [number, number, number, number], Settings];

/** The default board: problem counts, clusters and pods with problems, top consumers and trends. */
const plan: readonly Planned[] = [
  ['counts', [0, 0, 12, 3], {}],
  ['clusterCards', [0, 3, 12, 4], { cnt: 12 }],
  ['tileMap', [0, 7, 8, 7], { objectType: 'pod', groupBy: 'cluster', sortBy: 'MON_RESULT' }],
  ['top', [8, 7, 4, 7], { objectType: 'pod', metric: 'memUsedLimitPct', cnt: 10 }],
  ['chart', [0, 14, 4, 6], { scope: 'cluster', metric: 'cpuUsedCores', span: '3h', cnt: 5 }],
  ['chart', [4, 14, 4, 6], { scope: 'node', metric: 'memUsedBytes', span: '3h', cnt: 5 }],
  ['alarmFeed', [8, 14, 4, 6], {}],
];

export function defaultWidgets(idOf: (index: number) => string): readonly Widget[] {
  return plan.map(([kind, [x, y, w, h], settings], index) => ({
    id: idOf(index),
    kind,
    title: '',
    area: { x, y, w, h },
    settings,
  }));
}

/** Fixed ids: a link to the board works before the board is saved. */
export function defaultBoard(t: Translate): Board {
  return {
    id: 'first',
    name: t('customMain.defaultBoard'),
    widgets: defaultWidgets((index) => `first-${index}`),
  };
}
