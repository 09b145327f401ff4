import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import { type Batch, MAX_PROBLEM_DETAIL, MAX_PROBLEMS } from '@gwanje/kinds/batch';
import { isErrorAnswer, StatusError } from '../http/http.ts';
import { cut } from '../inventory/shared.ts';

type ReportedProblem = NonNullable<Batch['problems']>[number];

/** The current problems by source. A problem of the same type keeps its first time, also when its detail changes. */
export class Problems {
  readonly #now: () => Date;
  readonly #bySource = new Map<string, readonly ReportedProblem[]>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Sets all problems of a source. An empty list means that the source is healthy. */
  set(
    source: string,
    problems: readonly { readonly problem: AgentProblem; readonly detail: string }[],
  ): void {
    const previous = this.#bySource.get(source) ?? [];
    if (problems.length === 0) {
      this.#bySource.delete(source);
      return;
    }
    const reported = problems.map(({ problem, detail }) => ({
      problem,
      detail: cut(detail, MAX_PROBLEM_DETAIL),
      since: previous.find((earlier) => earlier.problem === problem)?.since ?? this.#now().toISOString(),
    }));
    this.#bySource.set(source, reported);
  }

  /** Of the sources that begin with `prefix`, keeps only these. */
  keepOnly(prefix: string, sources: ReadonlySet<string>): void {
    for (const source of this.#bySource.keys()) {
      if (source.startsWith(prefix) && !sources.has(source)) this.#bySource.delete(source);
    }
  }

  /** Returns each problem once, even when several sources have it. */
  current(): ReportedProblem[] {
    const distinct = new Map<string, ReportedProblem>();
    for (const reported of [...this.#bySource.values()].flat()) {
      const key = `${reported.problem} ${reported.detail}`;
      const earlier = distinct.get(key);
      if (!earlier || reported.since < earlier.since) distinct.set(key, reported);
    }
    return [...distinct.values()].slice(0, MAX_PROBLEMS);
  }
}

/**
 * Maps an error of the API server to a problem. A 401 or a network error concerns every resource, so its detail does not
 * name one and `current` merges the reports.
 */
export function apiProblem(resource: string, error: unknown): { problem: AgentProblem; detail: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StatusError && error.status === 401)
    return { problem: 'apiUnauthorized', detail: message };
  const detail = `${resource}: ${message}`;
  if (error instanceof StatusError && error.status === 403) return { problem: 'apiForbidden', detail };
  if (isErrorAnswer(error)) return { problem: 'apiError', detail };
  return { problem: 'apiUnreachable', detail: message };
}
