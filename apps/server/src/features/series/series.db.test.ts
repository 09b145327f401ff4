import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import { expect, it } from 'vitest';
import { GONE_MS, MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';

describeWithSharedApp('series', (app) => {
  const span = (nowMs: number) => ({
    from: new Date(nowMs - 30 * MINUTE_MS).toISOString(),
    to: new Date(nowMs).toISOString(),
  });
  const measured = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

  it('cover deleted objects, and several kinds on one grid', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const body = { metrics: ['cpuUsedCores'], maxPoints: 120, ...span(nowMs) };
    const targets = [
      { kind: 'pod', id: seen.gonePodId },
      { kind: 'node', id: seen.nodeId },
      { kind: 'cluster', id: hostId },
    ];
    const answer = await caller.ok(querySeries, { body: { ...body, targets } });
    expect(answer.stepMs).toBe(15_000);
    const [gone, node, cluster] = answer.seriesList;
    expect(gone).toMatchObject({ kind: 'pod', name: 'gone' });
    expect(measured(gone?.avg ?? [])).toEqual([0.25, 0.5]);
    expect(measured(node?.max ?? [])).toEqual([0.5, 1, 1.5]);
    expect(cluster?.avg).toHaveLength(answer.pointCnt);
    const last = gone?.avg.findLastIndex((value) => value !== null) ?? -1;
    const lastMs = Date.parse(answer.start) + last * answer.stepMs;
    expect(lastMs).toBe(nowMs - GONE_MS - MINUTE_MS);
  });

  it('refuse a request with one object of a hidden group, or of another kind', async () => {
    const { caller, seen, hidden, foreignHostId, nowMs } = await collectedScene(app());
    const body = { metrics: ['cpuUsedCores'], maxPoints: 10, ...span(nowMs) };
    for (const foreign of [
      { kind: 'pod', id: hidden.podId },
      { kind: 'pod', id: hidden.gonePodId },
      { kind: 'cluster', id: foreignHostId },
      { kind: 'node', id: seen.podId },
    ]) {
      const targets = [{ kind: 'pod', id: seen.podId }, foreign];
      const refused = await caller.call(querySeries, { body: { ...body, targets } });
      expect(refused).toMatchObject({ code: 8003, data: { field: 'targets.1.id' } });
    }
  });

  it('rank existing and deleted objects of allowed groups', async () => {
    const { caller, hostId, foreignHostId, seen, nowMs } = await collectedScene(app());
    const body = { kind: 'pod', metric: 'cpuUsedCores', limit: 10, ...span(nowMs) };
    const { list } = await caller.ok(queryTop, { body });
    expect(list.map(({ id, name, value }) => [id, name, value])).toEqual([
      [seen.podId, 'web', 0.5],
      [seen.gonePodId, 'gone', 0.375],
    ]);
    const of = async (over: object) =>
      (await caller.ok(queryTop, { body: { ...body, ...over } })).list.length;
    expect(await of({ hostIdList: [foreignHostId] })).toBe(0);
    expect(await of({ hostIdList: [hostId], nodeId: seen.nodeId, namespace: 'default' })).toBe(2);
    expect(await of({ namespace: 'other' })).toBe(0);
    expect(await of({ kind: 'container', nodeId: seen.nodeId })).toBe(2);
  });

  it.each([
    ['a metric the kind does not have', { metrics: ['blockInBps'] }, 'metrics.0'],
    ['an end before the start', { to: '2026-01-01T00:00:00Z' }, 'to'],
    ['a span longer than the retention time', { from: '2020-01-01T00:00:00Z' }, 'from'],
    ['a start before 1970', { from: '1969-12-31T00:00:00Z', to: '1970-01-02T00:00:00Z' }, 'from'],
  ])('refuse %s', async (_what, over, field) => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const targets = [{ kind: 'pod', id: seen.podId }];
    const body = { targets, metrics: ['cpuUsedCores'], maxPoints: 10, ...span(nowMs), ...over };
    expect(await caller.call(querySeries, { body })).toMatchObject({ code: 8002, data: { field } });
  });
});
