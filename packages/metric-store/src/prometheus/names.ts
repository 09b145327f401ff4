import type { MetricScope } from '@gwanje/kinds/registry';

/** `gwanje_pod_cpuUsedCores{id="17"}`: names of the catalogue, so that users find them in other tools too. */
export function metricName(scope: MetricScope, metric: string): string {
  return `gwanje_${scope}_${metric}`;
}

/** VictoriaMetrics refuses queries of more than 16 kB by default. */
const MAX_CHARS = 15_000;
/** Small enough that several selectors of the same objects, with functions, fit into one query. */
const MAX_CHARS_OF_IDS = 6000;

/** Selectors that together match all ids, each within the length limit. Without ids, one for every object. */
export function selectors(scope: MetricScope, metric: string, ids?: readonly number[]): readonly string[] {
  const name = metricName(scope, metric);
  if (!ids) return [name];
  return joinedWithin(MAX_CHARS_OF_IDS, ids.map(String), '|').map((wanted) => `${name}{id=~"${wanted}"}`);
}

/** Joins the expressions into as few queries as possible. */
export function questionsOf(expressions: readonly string[]): readonly string[] {
  return joinedWithin(MAX_CHARS, expressions, ' or ');
}

function joinedWithin(mostChars: number, parts: readonly string[], separator: string): readonly string[] {
  const joined: string[] = [];
  let taken: string[] = [];
  let chars = 0;
  for (const part of parts) {
    if (chars + part.length > mostChars && taken.length > 0) {
      joined.push(taken.join(separator));
      taken = [];
      chars = 0;
    }
    taken.push(part);
    chars += part.length + separator.length;
  }
  if (taken.length > 0) joined.push(taken.join(separator));
  return joined;
}
