import type { MetricStore } from '@gwanje/metric-store/interface';
import { expect, it } from 'vitest';
import { podRecord, rows, upserts } from '../testing/batches.ts';
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

  const cpuOf = (id = 0) => fixture.stack.live.row('pod', id, fixture.nowMs)?.cpuUsedCores;

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
