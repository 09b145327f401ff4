import type { LogLine } from '../lines/log-row.ts';
import type { SearchedTexts, SearchSlice } from './search-lines.ts';

/** Searches a slice; rejects if that takes too long. Ends with `close`. */
export interface SliceSearcher {
  readonly search: (slice: SearchSlice) => Promise<SearchedTexts>;
  readonly close: () => void;
}

export interface SearchPatterns {
  readonly find: RegExp | null;
  readonly exclude: RegExp | null;
}

/** A slice is searched in a few milliseconds, unless the pattern backtracks. */
const SLICE_LINES = 2_000;
const SLICE_CHARS = 400_000;
/** A change makes the viewer go through all lines, so it is not called for every slice. */
const CHANGE_MS = 150;

/**
 * The search in the loaded lines. It reads them in slices, newest first, and goes on with lines that arrive. `onChange`
 * is called now and then while lines are searched, and at the end.
 */
export class LineSearch {
  isTooSlow = false;
  readonly #patterns: SearchPatterns;
  readonly #newSearcher: () => SliceSearcher;
  readonly #onChange: () => void;
  #searcher: SliceSearcher | null = null;
  #waiting: LogLine[] = [];
  /** Weak: a line that the store has dropped leaves nothing behind. */
  readonly #found = new WeakMap<LogLine, readonly number[]>();
  readonly #excluded = new WeakSet<LogLine>();
  #isClosed = false;
  #isRunning = false;

  constructor(patterns: SearchPatterns, newSearcher: () => SliceSearcher, onChange: () => void) {
    this.#patterns = patterns;
    this.#newSearcher = newSearcher;
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  rangesOf(line: LogLine): readonly number[] | null {
    return this.#found.get(line) ?? null;
  }

  isExcluded(line: LogLine): boolean {
    return this.#excluded.has(line);
  }

  add(lines: readonly LogLine[]): void {
    const { find, exclude } = this.#patterns;
    if (this.#isClosed || this.isTooSlow || (!find && !exclude)) return;
    // The newest lines are at the end, and are taken first.
    this.#waiting = this.#waiting.concat(lines);
    if (!this.#isRunning) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#searcher?.close();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#searcher ??= this.#newSearcher();
    let changedMs = performance.now();
    try {
      while (this.#waiting.length > 0 && !this.#isClosed) {
        const lines = this.#nextSlice();
        const searched = await this.#searcher.search({
          ...this.#patterns,
          texts: lines.map(({ text }) => text),
        });
        lines.forEach((line, at) => {
          const one = searched[at] ?? null;
          if (one === 'excluded') this.#excluded.add(line);
          else if (one !== null) this.#found.set(line, one);
        });
        if (this.#isClosed || performance.now() - changedMs < CHANGE_MS) continue;
        this.#onChange();
        changedMs = performance.now();
      }
    } catch {
      this.isTooSlow = true;
      this.#waiting = [];
      this.#searcher?.close();
    } finally {
      this.#isRunning = false;
      if (!this.#isClosed) this.#onChange();
    }
  }

  #nextSlice(): readonly LogLine[] {
    let chars = 0;
    let from = this.#waiting.length;
    while (from > 0 && this.#waiting.length - from < SLICE_LINES && chars < SLICE_CHARS) {
      from -= 1;
      chars += this.#waiting[from]?.text.length ?? 0;
    }
    return this.#waiting.splice(from);
  }
}
