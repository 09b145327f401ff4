import { setTimeout as delay } from 'node:timers/promises';
import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import type { ExportSlice } from '@gwanje/metric-store/embedded/query/export-slices';
import type { ExportedSeries, SampleExport } from '@gwanje/metric-store/embedded/query/sample-export';
import { MetricStoreError } from '@gwanje/metric-store/interface';
import type { HistoryImport } from '@gwanje/metric-store/prometheus/history-import';
import { metricName } from '@gwanje/metric-store/prometheus/names';
import { encodeSeries } from '@gwanje/metric-store/prometheus/write-request';
import type { CommandInput } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../require-database.ts';
import { ProgressLines } from './progress-lines.ts';
import type { SampleProgress } from './sample-progress.ts';

const SAMPLES_PER_WRITE = 40_000;
const ATTEMPTS = 6;
const FIRST_RETRY_MS = 500;
/** Samples from the future, of a wrong clock, count too. */
const FAR_FUTURE_MS = 4_102_444_800_000;

/** Refuses engines that have samples or cannot store the whole history. Writes one sample, of its own series. */
export async function requireUsableEngines(
  engines: readonly HistoryImport[],
  samples: SampleExport,
): Promise<void> {
  const oldestMs = await samples.oldestMs();
  if (oldestMs === undefined) return;
  for (const engine of engines) {
    if (await withRetries(engine, () => engine.hasSamples(oldestMs, FAR_FUTURE_MS)))
      throw new CommandError(
        `The metric engine ${engine.address} has samples of Gwanje already. Use an empty one. Nothing was changed.`,
      );
    const obstacle = await withRetries(engine, () => engine.findObstacle(oldestMs));
    if (obstacle === 'refusesOldSamples')
      throw new CommandError(
        `The metric engine ${engine.address} does not keep samples of ${dayOf(oldestMs)}. Give it a longer retention (VictoriaMetrics: -retentionPeriod; Prometheus: --storage.tsdb.retention.time and out_of_order_time_window). Nothing was moved.`,
      );
    if (obstacle === 'countsDuplicates')
      throw new CommandError(
        `The metric engine ${engine.address} counts the same sample twice (VictoriaMetrics needs -dedup.minScrapeInterval=1ms). Nothing was moved.`,
      );
  }
}

interface SampleMoveOptions {
  readonly samples: SampleExport;
  readonly engines: readonly HistoryImport[];
  readonly progress: SampleProgress;
  readonly say: CommandInput['say'];
}

/** Copies the whole history to one or two engines. */
export class SampleMove {
  readonly #options: SampleMoveOptions;

  constructor(options: SampleMoveOptions) {
    this.#options = options;
  }

  /** Copies what is not copied yet, and compares the numbers of samples. Returns a text for the operator. */
  async copy(): Promise<string> {
    const { samples, progress, say } = this.#options;
    if (progress.isComplete) say('samples: everything was copied before, and is compared again');
    else {
      if (!progress.isNew) say('samples: the interrupted move continues');
      await progress.save();
      await this.#copyRemaining();
    }
    let different = await this.#differentDays();
    if (different.size > 0) {
      say(`samples: ${different.size} days differ and are copied again`);
      await progress.forget(new Set(different.keys()));
      await this.#copyRemaining();
      different = await this.#differentDays();
    }
    if (different.size > 0)
      throw new CommandError(
        [
          'The numbers of samples differ:',
          ...different.values(),
          'More samples than copied: the engine counts duplicates, or another process writes to it. Fewer: its retention is too short.',
        ].join('\n'),
      );
    for (const { file, lost, cnt } of samples.damage)
      say(`samples: ${file} is damaged and ${cnt} ${lost} could not be read`);
    await progress.complete();
    const total = metricScopes.flatMap((scope) => [...progress.countsByDay(scope).values()]);
    return `${total.reduce((sum, count) => sum + count, 0)} samples`;
  }

  async #copyRemaining(): Promise<void> {
    const { samples, progress, say } = this.#options;
    const remaining = progress.remaining(samples.slices);
    const lines = new ProgressLines(
      say,
      'samples',
      remaining.reduce((sum, { rowCnt }) => sum + rowCnt, 0),
    );
    for (const slice of remaining) {
      const counts = await this.#copySlice(slice);
      await progress.add({ fromMs: slice.fromMs, toMs: slice.toMs, counts });
      lines.add(slice.rowCnt);
    }
  }

  /** Encodes the next samples while the engines store the ones before. */
  async #copySlice(slice: ExportSlice): Promise<Partial<Record<MetricScope, number>>> {
    const counts: Partial<Record<MetricScope, number>> = {};
    let sending: Promise<unknown> = Promise.resolve();
    let waiting: ExportedSeries[] = [];
    let waitingCnt = 0;
    const send = async () => {
      const body = encodeSeries(
        waiting.map(({ scope, metric, ...one }) => ({ ...one, name: metricName(scope, metric) })),
      );
      waiting = [];
      waitingCnt = 0;
      await sending;
      sending = Promise.all(
        this.#options.engines.map((engine) => withRetries(engine, () => engine.write(body))),
      );
      sending.catch(() => {});
    };
    for await (const part of this.#options.samples.read(slice))
      for (const series of part) {
        waiting.push(series);
        waitingCnt += series.samples.length;
        counts[series.scope] = (counts[series.scope] ?? 0) + series.samples.length;
        if (waitingCnt >= SAMPLES_PER_WRITE) await send();
      }
    if (waitingCnt > 0) await send();
    await sending;
    return counts;
  }

  /**
   * Texts of the days (UTC) whose number of samples in an engine is not the copied one. After a complete move the
   * servers may have written more.
   */
  async #differentDays(): Promise<ReadonlyMap<number, string>> {
    const { engines, progress } = this.#options;
    const different = new Map<number, string>();
    for (const engine of engines)
      for (const scope of metricScopes) {
        const expected = progress.countsByDay(scope);
        const found = await withRetries(engine, () => engine.differentDays(scope, expected));
        for (const [dayMs, count] of found) {
          const wanted = expected.get(dayMs) ?? 0;
          if (progress.isComplete && count > wanted) continue;
          different.set(dayMs, `  ${engine.address}, ${dayOf(dayMs)}, ${scope}: ${count} of ${wanted}`);
        }
      }
    return different;
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function withRetries<Result>(engine: HistoryImport, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MetricStoreError)) throw error;
      if (error.kind === 'badInput')
        throw new CommandError(`The metric engine ${engine.address} refuses samples: ${error.message}`);
      if (attempt === ATTEMPTS)
        throw new CommandError(
          `The metric engine ${engine.address} cannot be used: ${reasonOf(error)}.\nRun the same command again: it continues where it stopped.`,
        );
    }
    await delay(FIRST_RETRY_MS * 2 ** attempt);
  }
}
