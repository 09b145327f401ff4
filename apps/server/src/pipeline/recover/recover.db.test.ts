import type { MetricStore } from '@gwanje/metric-store/interface';
import { expect, it } from 'vitest';
import { chunk, containerRecord, podRecord, rows, upserts } from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';

describePipeline('a start with a metric store that', (fixture) => {
  async function sampledPods(...names: readonly string[]): Promise<number[]> {
    const { nowMs } = fixture;
    await fixture.accept(
      fixture.agent.next(nowMs, {
        inventory: [upserts(...names.map((name) => podRecord(name, nowMs)))],
        samples: [
          rows(
            'pod',
            nowMs,
            names.map((name) => `uid-${name}`),
            { cpuUsedCores: names.map(() => 0.5) },
          ),
        ],
      }),
    );
    return Promise.all(names.map((name) => fixture.podId(name)));
  }

  async function sendSample(name: string, cpuUsedCores: number): Promise<void> {
    const nowMs = fixture.later(15_000);
    await fixture.accept(
      fixture.agent.next(nowMs, {
        samples: [rows('pod', nowMs, [`uid-${name}`], { cpuUsedCores: [cpuUsedCores] })],
      }),
    );
  }

  const cpuOf = (id = 0) => fixture.row('pod', id)?.cpuUsedCores;

  function withLatest(latest: MetricStore['latest']): MetricStore {
    const { metrics } = fixture.stack;
    return new Proxy(metrics, {
      get(store, name) {
        if (name === 'latest') return latest;
        const member: unknown = Reflect.get(store, name);
        return typeof member === 'function' ? member.bind(store) : member;
      },
    });
  }

  it('is unavailable shows the objects without values until the next samples', async () => {
    const [id] = await sampledPods('web');
    await fixture.reopen({ metrics: withLatest(() => Promise.reject(new Error('unavailable'))) });
    expect(cpuOf(id)).toBeNull();
    await sendSample('web', 0.75);
    expect(cpuOf(id)).toBe(0.75);
  });

  it('is slow applies its values later, but none older than newer samples', async () => {
    const [silent, sampled] = await sampledPods('silent', 'sampled');
    const { metrics } = fixture.stack;
    const opened = Promise.withResolvers<void>();
    const slow: MetricStore['latest'] = async (query) => {
      await opened.promise;
      return metrics.latest(query);
    };
    await fixture.reopen({ metrics: withLatest(slow), valuesWithinMs: 1 });
    await sendSample('sampled', 0.75);
    expect([cpuOf(silent), cpuOf(sampled)]).toEqual([null, 0.75]);
    opened.resolve();
    await expect.poll(() => [cpuOf(silent), cpuOf(sampled)]).toEqual([0.5, 0.75]);
  });
});

describePipeline('after a start', (fixture) => {
  it('the return of an object is later in its history than its deletion', async () => {
    const list = (...names: readonly string[]) =>
      fixture.send({
        inventory: [chunk('pod', `${fixture.nowMs}`, 0, true, ...names.map((name) => fixture.pod(name)))],
      });
    await list('web');
    const betweenMs = fixture.nowMs + 20_000;
    fixture.later(60_000);
    await list();
    await fixture.stack.restart();
    const nowMs = fixture.later(60_000);
    const containers = [containerRecord('main', betweenMs + 60_000)];
    await fixture.accept(
      fixture.agent.next(nowMs, {
        inventory: [upserts(podRecord('web', nowMs, { containers, conditions: [], startedAt: null }))],
      }),
    );
    const changes = (await fixture.changes()).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    expect(changes.map((change) => change.changes)).toMatchObject(
      ['created', 'deleted', 'created'].map((what) => [{ what }]),
    );
  });
});
