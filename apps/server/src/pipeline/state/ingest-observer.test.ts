import { createMetrics } from '@gwanje/backend/observe/metrics';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createIngestObserver } from './ingest-observer.ts';

function observed() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics('server');
  const observer = createIngestObserver(logger, metrics, { entries: 0, weight: 0 });
  const counted = async () =>
    (await metrics.registry.getSingleMetric('gwanje_ingest_unknown_total')?.get())?.values ?? [];
  return { observer, lines, counted };
}

describe('what only a newer agent knows', () => {
  const gateway = { what: 'kind', name: 'gateway', cnt: 3 } as const;

  it('is counted each time and logged once for each cluster', async () => {
    const { observer, lines, counted } = observed();
    observer.unknownLeftOut(1, '9.9.9', [gateway]);
    observer.unknownLeftOut(1, '9.9.9', [gateway]);
    observer.unknownLeftOut(2, '9.9.9', [gateway]);
    expect(await counted()).toMatchObject([{ value: 9, labels: { what: 'kind' } }]);
    expect(lines).toMatchObject([
      { hostId: 1, version: '9.9.9', names: ['kind gateway'] },
      { hostId: 2, names: ['kind gateway'] },
    ]);
  });

  it('fills neither log nor memory when an agent makes up names', () => {
    const { observer, lines } = observed();
    for (let no = 0; no < 500; no++)
      observer.unknownLeftOut(1, '9.9.9', [{ what: 'metric', name: `pod.x${no}`, cnt: 1 }]);
    expect(lines).toHaveLength(100);
  });
});
