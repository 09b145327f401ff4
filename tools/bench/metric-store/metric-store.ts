import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../../packages/metric-store/src/embedded/embedded-store.ts';
import type { MetricStore, SampleBatch } from '../../../packages/metric-store/src/interface.ts';
import { openPrometheusStore } from '../../../packages/metric-store/src/prometheus/prometheus-store.ts';
import { type Figure, figure, percentile, withPeer } from '../figure.ts';
import { withPeerEngine } from '../peer-engine.ts';
import { METRICS_PER_POD, Pods } from './samples.ts';

interface Day {
  readonly p50Ms: number;
  readonly bytes: number;
}

const HOUR_MS = 3_600_000;
const TICK_MS = 15_000;
/** With more pods, the peer needs longer to store a day than all other measurements together. */
const pods = new Pods(Number(process.env.GWANJE_BENCH_STORE_PODS ?? 500));

/** Large batches, as from twenty clusters. Each resolves when it is on disk. */
export async function measureAppend(): Promise<readonly Figure[]> {
  const batches = Array.from({ length: 60 }, (_, tick) => pods.at(Date.now() - (60 - tick) * TICK_MS));
  const rows = batches.length * pods.ids.length;
  const own = await withEmbedded(Date.now, async (store) => rows / (await secondsToAppend(store, batches)));
  const peer = await withPeerEngine(
    async ({ url }) => rows / (await secondsToAppend(await openPrometheusStore({ url }), batches)),
  );
  return [withPeer(figure('ingest.append_rows_per_s', own, 'rows/s', '>= 100000', 0), peer)];
}

async function secondsToAppend(store: MetricStore, batches: readonly SampleBatch[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(batches.map((batch) => store.append([batch])));
  return (performance.now() - startedMs) / 1000;
}

export async function measurePodDay(): Promise<readonly Figure[]> {
  const { own, peer } = await wholeDay();
  return [withPeer(figure('series.pod_24h_p50_ms', own.p50Ms, 'ms', '<= 8', 2), peer?.p50Ms, 2)];
}

export async function measureBytesPerSample(): Promise<readonly Figure[]> {
  const { own, peer } = await wholeDay();
  return [withPeer(figure('store.bytes_per_sample', own.bytes, 'bytes', '<= 1.3', 3), peer?.bytes, 3)];
}

let measuredDay: ReturnType<typeof measureDay> | undefined;

/** Both figures use the same stored day. */
function wholeDay(): ReturnType<typeof measureDay> {
  measuredDay ??= measureDay();
  return measuredDay;
}

/** Stores 24 hours of every pod. Then reads four metrics of one pod, and measures the disk usage. */
async function measureDay(): Promise<{ own: Day; peer: Day | undefined }> {
  const endMs = Math.floor(Date.now() / TICK_MS) * TICK_MS;
  const startMs = endMs - 24 * HOUR_MS;
  let nowMs = startMs;
  const own = await withEmbedded(
    () => nowMs,
    async (store) => {
      await fill(store, startMs, endMs, async (atMs) => {
        nowMs = atMs;
        await store.maintain();
      });
      const raw = (await store.stats()).tiers.find(({ tier }) => tier === 'raw');
      const bytes = (raw?.bytes ?? 0) / ((raw?.rows ?? 1) * METRICS_PER_POD);
      return { p50Ms: await podDayP50Ms(store, startMs, endMs), bytes };
    },
  );
  const peer = await withPeerEngine(async (engine) => {
    const store = await openPrometheusStore({ url: engine.url });
    await fill(store, startMs, endMs, async () => undefined);
    await engine.settle();
    const samples = ((endMs - startMs) / TICK_MS) * pods.ids.length * METRICS_PER_POD;
    const bytes = (await bytesUnder(engine.dir)) / samples;
    return { p50Ms: await podDayP50Ms(store, startMs, endMs), bytes };
  });
  return { own, peer };
}

async function fill(
  store: MetricStore,
  startMs: number,
  endMs: number,
  eachHour: (atMs: number) => Promise<void>,
): Promise<void> {
  for (let hourMs = startMs; hourMs < endMs; hourMs += HOUR_MS) {
    for (let tsMs = hourMs; tsMs < hourMs + HOUR_MS; tsMs += 20 * TICK_MS)
      await store.append(Array.from({ length: 20 }, (_, tick) => pods.at(tsMs + tick * TICK_MS)));
    await eachHour(hourMs + HOUR_MS);
  }
}

async function podDayP50Ms(store: MetricStore, fromMs: number, toMs: number): Promise<number> {
  const metrics = ['cpuUsedCores', 'memUsedBytes', 'netRxBps', 'netTxBps'];
  const times: number[] = [];
  for (let run = 0; run < 60; run++) {
    const id = 1 + Math.floor(Math.random() * pods.ids.length);
    const askedMs = performance.now();
    await store.series({ scope: 'pod', ids: [id], metrics, fromMs, toMs, maxPoints: 480 });
    times.push(performance.now() - askedMs);
  }
  return percentile(times.slice(10), 0.5);
}

async function withEmbedded<T>(
  now: () => number,
  work: (store: Awaited<ReturnType<typeof openEmbeddedStore>>) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  const store = await openEmbeddedStore({ dir, now, maintainEveryMs: null });
  try {
    return await work(store);
  } finally {
    await store.close();
    await rm(dir, { recursive: true, force: true });
  }
}

async function bytesUnder(dir: string): Promise<number> {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
