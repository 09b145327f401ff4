interface PlannedWidget {
  readonly kind: string;
  readonly area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly settings: Readonly<Record<string, unknown>>;
}

function planned(kind: string, [x, y, w, h]: readonly [number, number, number, number], settings = {}) {
  return { kind, area: { x, y, w, h }, settings } satisfies PlannedWidget;
}

/** The default board: problem counts, clusters and pods with problems, top consumers and trends. */
const plan: readonly PlannedWidget[] = [
  planned('counts', [0, 0, 12, 3]),
  planned('clusterCards', [0, 3, 12, 4], { cnt: 12 }),
  planned('tileMap', [0, 7, 8, 7], { objectType: 'pod', groupBy: 'cluster', sortBy: 'MON_RESULT' }),
  planned('top', [8, 7, 4, 7], { objectType: 'pod', metric: 'memUsedLimitPct', cnt: 10 }),
  planned('chart', [0, 14, 4, 6], { scope: 'cluster', metric: 'cpuUsedCores', span: '3h', cnt: 5 }),
  planned('chart', [4, 14, 4, 6], { scope: 'node', metric: 'memUsedBytes', span: '3h', cnt: 5 }),
  planned('alarmFeed', [8, 14, 4, 6]),
];

export function defaultWidgets(idOf: (index: number) => string) {
  return plan.map((widget, index) => ({ id: idOf(index), title: '', ...widget }));
}

/** Fixed ids: a link to the board works before the board is saved. */
export function defaultBoard(name: string) {
  return { id: 'first', name, widgets: defaultWidgets((index) => `first-${index}`) };
}
