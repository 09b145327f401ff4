import type { ChangeTopic } from '@gwanje/contract/objects/manifests';
import { describe, expect, it } from 'vitest';
import { t as korean, type Translate } from '#core/i18n/i18n.ts';
import type { EventRow } from '../charts/series-queries.ts';
import type { ManifestVersion } from '../manifest/manifest-queries.ts';
import '../monitoring-messages.ts';
import { foldedMarks, manifestEntries, marksOf, type StateChange, timeline } from './timeline.ts';

const t: Translate = (key, ..._values) => key;
const HOUR = Date.parse('2026-11-15T11:00:00Z');

function event(lastAt: string, more: Partial<EventRow> = {}): EventRow {
  const row = { eventId: 1, level: 'warning', reason: 'BackOff', message: 'again', count: 3, lastAt };
  return { ...row, firstAt: lastAt, ...more } as EventRow;
}

const changes: readonly StateChange[] = [
  {
    at: '2026-11-15T11:20:00Z',
    changes: [
      { what: 'app.image', from: 'api:1', to: 'api:2' },
      { what: 'restartCnt', from: '0', to: '1' },
    ],
  },
  { at: '2026-11-15T10:00:00Z', changes: [{ what: 'created', from: null, to: 'api' }] },
];

describe('the timeline of an object', () => {
  it('lists events and changes of the range, newest first', () => {
    const range = { fromMs: HOUR, toMs: HOUR + 3_600_000 };
    const list = timeline([event('2026-11-15T11:10:00Z')], changes, range, t);
    expect(list.map(({ head, text, level, count }) => [head, text, level, count])).toEqual([
      ['app columns.image', 'app columns.image api:1 → api:2 · columns.restarts 0 → 1', 'change', 1],
      ['BackOff', 'again', 'warning', 3],
    ]);
  });

  it('leaves out an event without a time', () =>
    expect(timeline([event('', { lastAt: null, firstAt: null })], [], null, t)).toEqual([]));

  it('lists all entries without a range', () => {
    expect(timeline([], changes, null, t).map(({ text }) => text)).toEqual([
      'app columns.image api:1 → api:2 · columns.restarts 0 → 1',
      'monitoring.change.created: api',
    ]);
  });

  it.each<[string, string | null, string | null, string]>([
    ['memLimitBytes', '-1', '536870912', 'columns.memLimit Not Set → 512.00 MB'],
    ['app.cpuLimitCores', '0.5', null, 'app columns.cpuLimit 500.00 mCores → -'],
    ['phase', null, 'Running', 'columns.phase - → Running'],
    ['usedPercent', '35', '100', 'usedPercent 35.00 % → 100.00 %'],
    ['toString', 'a', 'b', 'toString a → b'],
    ['images', 'api:1,proxy:1', 'api:2,proxy:1', 'images api:1 → api:2'],
    ['images', 'api:1', 'api:1,proxy:1', 'images - → proxy:1'],
  ])('shows %s with its unit and label', (what, from, to, text) => {
    const change = { at: '2026-11-15T11:20:00Z', changes: [{ what, from, to }] };
    expect(timeline([], [change], null, t)[0]?.text).toBe(text);
  });

  it('shows the label of a value that has one, and any other value as it is', () => {
    const valueLabels = { phase: { Running: 'columns.state' } } as const;
    const change = (to: string) => ({
      at: '2026-11-15T11:20:00Z',
      changes: [{ what: 'phase', from: 'toString', to }],
    });
    const textOf = (to: string) => timeline([], [change(to)], null, t, { valueLabels })[0]?.text;
    const expected = ['columns.phase toString → columns.state', 'columns.phase toString → New'];
    expect([textOf('Running'), textOf('New')]).toEqual(expected);
  });

  it('shows the name of a created or deleted object, and marks the charts', () => {
    const change = {
      at: '2026-11-15T11:20:00Z',
      changes: [{ what: 'deleted', from: 'cart-redis-2', to: null }],
    };
    const list = timeline([], [change, ...changes.slice(1)], null, korean);
    expect(list.map(({ text }) => text)).toEqual(['삭제: cart-redis-2', '생성: api']);
    expect(marksOf(list).map(({ label }) => label)).toEqual(['삭제: cart-redis-2', '생성: api']);
  });

  it('marks charts with important changes; of a crash loop only with the restarts', () => {
    const change = (what: string) => ({
      at: '2026-11-15T11:20:00Z',
      changes: [{ what, from: 'a', to: 'b' }],
    });
    const marked = (what: string) => marksOf(timeline([], [change(what)], null, t)).length;
    expect(['app.image', 'restartCnt', 'memLimitBytes', 'condition'].map(marked)).toEqual([1, 1, 1, 1]);
    expect(['status', 'app.state', 'app.stateReason', 'readyCnt'].map(marked)).toEqual([0, 0, 0, 0]);
  });

  it('marks charts with events', () => {
    expect(marksOf(timeline([event('2026-11-15T11:10:00Z')], [], null, t))).toEqual([
      { atMs: HOUR + 600_000, level: 'warning', label: 'BackOff: again' },
    ]);
  });
});

describe('the changes of a manifest', () => {
  const at = '2026-11-15T11:20:00.000Z';
  const field = (topic: ChangeTopic, subject: string | null, from: string, to: string) => {
    const path = `spec.${topic}`;
    return { path, topic, subject, from, to };
  };
  const version = (more: Partial<ManifestVersion>): ManifestVersion => {
    return { at, isCut: false, isFirst: false, changes: [], moreCnt: 0, ...more };
  };
  const entries = (...versions: ManifestVersion[]) =>
    manifestEntries(versions, (at) => `/compare?${at}`, korean);

  it('are listed in words, with the page that compares them, among the events', () => {
    const changed = version({
      changes: [field('replicas', null, '1', '2'), field('env', 'app MODE', 'a', 'b')],
    });
    const list = timeline([event('2026-11-15T11:30:00Z')], [], null, korean, {}, entries(changed));
    expect(list.map(({ head, text, href }) => [head, text, href])).toEqual([
      ['BackOff', 'again', undefined],
      ['매니페스트', '복제본 수: 1 → 2 · 환경 변수 app MODE: a → b', `/compare?${at}`],
    ]);
  });

  it('leave out the first version and one without changed fields', () =>
    expect(entries(version({ isFirst: true }), version({}))).toEqual([]));

  it('count the fields beyond the first five', () => {
    const changes = Array.from({ length: 7 }, (_, index) => field('label', `l${index}`, 'a', 'b'));
    expect(entries(version({ changes, moreCnt: 3 }))[0]?.text).toMatch(/l4: a → b · 외 5개$/);
  });

  it('mark charts unless the state of the object shows them', () => {
    const marked = (topic: ChangeTopic) =>
      marksOf(entries(version({ changes: [field(topic, null, 'a', 'b')] })));
    expect(marked('env').map(({ label }) => label)).toEqual(['환경 변수: a → b']);
    expect(marked('image')).toEqual([]);
  });
});

describe('the chart marks of a cluster', () => {
  const range = { fromMs: HOUR, toMs: HOUR + 48 * 60_000 };
  const at = (text: string, more: Partial<EventRow> = {}) => event(`2026-11-15T11:${text}Z`, more);

  it('are one mark for entries of one level that are close together', () => {
    const events = [
      at('10:30'),
      at('10:10', { reason: 'Failed' }),
      at('10:20', { level: 'critical', reason: 'OOMKilling', message: 'memory' }),
      at('11:00'),
    ] as const;
    const marks = foldedMarks(timeline(events, [], null, t), range);
    expect(marks.map(({ level, label }) => [level, label])).toEqual([
      ['warning', 'Failed +1'],
      ['critical', 'OOMKilling: memory'],
      ['warning', 'BackOff: again'],
    ]);
  });
});
