/** The period to compare with; absent from the address if there is none. */
export const comparisonsMs = { day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 } as const;
export type Comparison = keyof typeof comparisonsMs;

export function comparisonFromAddress(text: string | undefined): Comparison | null {
  return text === 'day' || text === 'week' ? text : null;
}
