import { type MonResult, monResults } from '@gwanje/contract/clusters/states';

export type MonResultKey = `monResult.${MonResult}`;

export function monResultKey(result: MonResult): MonResultKey {
  return `monResult.${result}`;
}

/** The worst of the results; 'unmonitored' when there are none. */
export function worstMonResult(results: Iterable<MonResult>): MonResult {
  const seen = new Set(results);
  return monResults.find((result) => seen.has(result)) ?? 'unmonitored';
}
