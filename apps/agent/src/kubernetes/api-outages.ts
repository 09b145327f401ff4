import { isErrorAnswer } from '../http/http.ts';

/**
 * Knows which requests to the API server fail. When one of them is answered again, the others need not wait any
 * longer.
 */
export class ApiOutages {
  /** The failing requests, with the start of the outage; 0 when the API server answered with an error. */
  readonly #sinceMs = new Map<string, number>();
  readonly #onAnswered: (outageSinceMs: number) => void;

  constructor(onAnswered: (outageSinceMs: number) => void) {
    this.#onAnswered = onAnswered;
  }

  report(request: string, error: unknown, nowMs = performance.now()): void {
    const sinceMs = this.#sinceMs.get(request);
    if (error !== undefined) {
      this.#sinceMs.set(request, sinceMs || (isErrorAnswer(error) ? 0 : nowMs));
    } else if (sinceMs !== undefined) {
      this.#sinceMs.delete(request);
      this.#onAnswered(sinceMs);
    }
  }
}
