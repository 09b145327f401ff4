import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@gwanje/backend/files/write-durably';
import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import type { ExportSlice } from '@gwanje/metric-store/embedded/query/export-slices';
import type { SampleExport } from '@gwanje/metric-store/embedded/query/sample-export';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';

export const MOVE_FILE = 'move-samples.json';
const DAY_MS = 86_400_000;

const CopiedSlice = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** Samples by scope. */
  counts: z.partialRecord(z.enum(metricScopes), z.number()),
});
type CopiedSlice = z.infer<typeof CopiedSlice>;

const Progress = z.object({
  engines: z.array(z.string()),
  fingerprint: z.string(),
  slices: z.array(CopiedSlice),
  isComplete: z.boolean(),
});

/**
 * Which samples the engines have. A file in the data folder, so that an interrupted move continues. It stays when the
 * move is complete, so that a repeated command knows it.
 */
export class SampleProgress {
  readonly #dataDir: string;
  readonly #engines: readonly string[];
  readonly #fingerprint: string;
  readonly isNew: boolean;
  /** All samples were copied and compared. The engines may have newer ones since. */
  readonly isComplete: boolean;
  #slices: readonly CopiedSlice[];

  static async open(
    dataDir: string,
    { fingerprint, rawFromMs }: SampleExport,
    engines: readonly { readonly address: string }[],
  ): Promise<SampleProgress> {
    const addresses = engines.map(({ address }) => address).sort();
    const text = await readFile(join(dataDir, MOVE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const saved = text === undefined ? undefined : Progress.parse(JSON.parse(text));
    const isToOthers = saved?.engines.join() !== addresses.join();
    if (!saved || (isToOthers && saved.isComplete))
      return new SampleProgress(dataDir, addresses, fingerprint, [], { isNew: true, isComplete: false });
    if (isToOthers)
      throw new CommandError(
        `The interrupted move of the samples was to ${saved.engines.join(', ')}. Name the same engines, or delete ${join(dataDir, MOVE_FILE)} to begin again with empty ones.`,
      );
    // When the server has run meanwhile, late samples may be anywhere in the raw tier.
    const isSame = saved.fingerprint === fingerprint;
    const slices = isSame ? saved.slices : saved.slices.filter(({ toMs }) => toMs <= rawFromMs);
    const isComplete = isSame && saved.isComplete;
    return new SampleProgress(dataDir, addresses, fingerprint, slices, { isNew: false, isComplete });
  }

  private constructor(
    dataDir: string,
    engines: readonly string[],
    fingerprint: string,
    slices: readonly CopiedSlice[],
    { isNew, isComplete }: { isNew: boolean; isComplete: boolean },
  ) {
    this.#dataDir = dataDir;
    this.#engines = engines;
    this.#fingerprint = fingerprint;
    this.#slices = slices;
    this.isNew = isNew;
    this.isComplete = isComplete;
  }

  /** The slices, or the ends of slices, that are not copied yet. */
  remaining(slices: readonly ExportSlice[]): readonly ExportSlice[] {
    return slices.flatMap((slice) => {
      let { fromMs } = slice;
      for (const copied of this.#slices)
        if (copied.fromMs <= fromMs && fromMs < copied.toMs) fromMs = copied.toMs;
      return fromMs < slice.toMs ? [{ ...slice, fromMs }] : [];
    });
  }

  async save({ isComplete = false } = {}): Promise<void> {
    const saved: z.input<typeof Progress> = {
      engines: [...this.#engines],
      fingerprint: this.#fingerprint,
      slices: [...this.#slices],
      isComplete,
    };
    await writeDurably(this.#dataDir, MOVE_FILE, Buffer.from(JSON.stringify(saved)));
  }

  async add(slice: CopiedSlice): Promise<void> {
    this.#slices = [...this.#slices, slice].sort((a, b) => a.fromMs - b.fromMs);
    await this.save();
  }

  /** These days (UTC) are to be copied again. */
  async forget(days: ReadonlySet<number>): Promise<void> {
    this.#slices = this.#slices.filter(({ fromMs }) => !days.has(dayOf(fromMs)));
    await this.save();
  }

  /** Copied samples of a scope by day (UTC). */
  countsByDay(scope: MetricScope): ReadonlyMap<number, number> {
    const days = new Map<number, number>();
    for (const { fromMs, counts } of this.#slices) {
      const count = counts[scope] ?? 0;
      if (count > 0) days.set(dayOf(fromMs), (days.get(dayOf(fromMs)) ?? 0) + count);
    }
    return days;
  }

  async complete(): Promise<void> {
    await this.save({ isComplete: true });
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}
