import type { Aggregate, SeriesAnswer, SeriesQuery } from './interface.ts';
import type { Grid } from './tiers.ts';

interface Columns {
  readonly avg: (number | null)[];
  readonly min: (number | null)[];
  readonly max: (number | null)[];
}

/** Collects points in any order into the columns of an answer. */
export class SeriesTable {
  readonly #grid: Grid;
  readonly #query: Pick<SeriesQuery, 'ids' | 'metrics'>;
  readonly #columns = new Map<string, Columns>();

  constructor(query: Pick<SeriesQuery, 'ids' | 'metrics'>, grid: Grid) {
    this.#grid = grid;
    this.#query = query;
  }

  set(id: number, metric: string, part: keyof Columns, point: number, value: number): void {
    if (point < 0 || point >= this.#grid.pointCnt) return;
    this.#of(id, metric)[part][point] = value;
  }

  answer(): SeriesAnswer {
    const { startMs, stepMs, pointCnt } = this.#grid;
    const { ids, metrics } = this.#query;
    const series = ids.flatMap((id) => metrics.map((metric) => ({ id, metric, ...this.#of(id, metric) })));
    return { startMs, stepMs, pointCnt, series };
  }

  #of(id: number, metric: string): Columns {
    const key = `${id} ${metric}`;
    const found = this.#columns.get(key);
    if (found) return found;
    const empty = () => new Array<number | null>(this.#grid.pointCnt).fill(null);
    const made = { avg: empty(), min: empty(), max: empty() };
    this.#columns.set(key, made);
    return made;
  }
}

export function aggregatesOf({ series }: SeriesAnswer): readonly Aggregate[] {
  return series.map(({ id, metric, avg: [avg], max: [max] }) => {
    const isKnown = typeof avg === 'number' && typeof max === 'number';
    return { id, metric, value: isKnown ? { avg, max } : null };
  });
}
