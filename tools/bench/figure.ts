/** One line of `npm run bench`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  /** The same measurement on another program in the same run. */
  readonly peer?: { readonly name: string; readonly value: number };
  readonly ratio?: number;
}

export type Measure = () => Promise<readonly Figure[]>;
