import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import type { Batch } from '@gwanje/kinds/batch';
import { StatusError } from '../kubernetes/http.ts';

type Told = NonNullable<Batch['problems']>[number];

const MOST_TOLD = 100;
const LONGEST_DETAIL = 500;

/** The current problems by source. A problem keeps the time when it was first found. */
export class Problems {
  readonly #now: () => Date;
  readonly #found = new Map<string, readonly Told[]>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Sets all problems of a source. An empty list means that the source is healthy. */
  set(source: string, found: readonly { readonly problem: AgentProblem; readonly detail: string }[]): void {
    const before = this.#found.get(source) ?? [];
    if (found.length === 0) {
      this.#found.delete(source);
      return;
    }
    const told = found.map(({ problem, detail }) => ({
      problem,
      detail: detail.slice(0, LONGEST_DETAIL).toWellFormed(),
      since: before.find((earlier) => earlier.problem === problem)?.since ?? this.#now().toISOString(),
    }));
    this.#found.set(source, told);
  }

  /** Removes the problems of sources that no longer exist. */
  keepOnly(prefix: string, sources: ReadonlySet<string>): void {
    for (const source of this.#found.keys()) {
      if (source.startsWith(prefix) && !sources.has(source)) this.#found.delete(source);
    }
  }

  /** Returns each problem once, even when several sources have it. */
  current(): Told[] {
    const told = new Map<string, Told>();
    for (const problem of [...this.#found.values()].flat()) {
      const key = `${problem.problem} ${problem.detail}`;
      const earlier = told.get(key);
      if (!earlier || problem.since < earlier.since) told.set(key, problem);
    }
    return [...told.values()].slice(0, MOST_TOLD);
  }
}

/** Maps an error of the API server to a problem. */
export function apiProblem(what: string, error: unknown): { problem: AgentProblem; detail: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StatusError && error.status === 401)
    return { problem: 'apiUnauthorized', detail: message };
  if (error instanceof StatusError && error.status === 403) {
    return { problem: 'apiForbidden', detail: `${what}: ${message}` };
  }
  return { problem: 'apiUnreachable', detail: message };
}
