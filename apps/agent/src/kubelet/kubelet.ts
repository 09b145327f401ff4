import type { IncomingMessage } from 'node:http';
import type { AgentProblem } from '@gwanje/contract/agent/words';
import { isTlsError, readText, StatusError } from '../kubernetes/http.ts';
import { addCadvisor, CadvisorReader } from './cadvisor.ts';
import { Rates } from './rates.ts';
import { noRows, type Rows } from './rows.ts';
import { addSummary, Summary } from './summary.ts';

export type OpenKubelet = (path: string, signal: AbortSignal) => Promise<IncomingMessage>;

/** The API server between us and the kubelet does not answer: one problem, not one for each node. */
export class ProxyUnreachable extends Error {
  override readonly name = 'ProxyUnreachable';
}

export interface KubeletFailure {
  readonly problem: AgentProblem;
  readonly detail: string;
}

export interface KubeletRound {
  readonly rows: Rows;
  readonly failures: KubeletFailure[];
}

const LARGEST_SUMMARY_BYTES = 64 * 1024 * 1024;

/** Nobody answered: to ask once more would only take as long again. */
const SILENT: ReadonlySet<AgentProblem> = new Set(['kubeletUnreachable', 'kubeletTls', 'apiUnreachable']);

export function isSilent({ problem }: KubeletFailure): boolean {
  return SILENT.has(problem);
}

/** One node's kubelet, read round after round. Either page may fail without costing the other, if it answers at all. */
export class Kubelet {
  readonly #nodeName: string;
  readonly #open: OpenKubelet;
  readonly #rates = new Rates();

  constructor(nodeName: string, open: OpenKubelet) {
    this.#nodeName = nodeName;
    this.#open = open;
  }

  async read(atMs: number, signal: AbortSignal): Promise<KubeletRound> {
    const rows = noRows();
    const failures: KubeletFailure[] = [];
    const uidsByName = new Map<string, string>();
    try {
      const answer = await this.#open('/stats/summary', signal);
      const summary = Summary.parse(JSON.parse(await readText(answer, LARGEST_SUMMARY_BYTES, true)));
      for (const { podRef } of summary.pods ?? []) {
        uidsByName.set(`${podRef.namespace}/${podRef.name}`, podRef.uid);
      }
      addSummary(rows, this.#nodeName, summary, this.#rates, atMs);
    } catch (error) {
      failures.push(failureOf(this.#nodeName, '/stats/summary', error));
    }
    if (!failures.some(isSilent)) await this.#readCadvisor(rows, failures, uidsByName, atMs, signal);
    if (failures.length === 0) this.#rates.endRound();
    else this.#rates.keepRound(atMs);
    return { rows, failures };
  }

  async #readCadvisor(
    rows: Rows,
    failures: KubeletFailure[],
    uidsByName: ReadonlyMap<string, string>,
    atMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const reader = new CadvisorReader();
      for await (const chunk of await this.#open('/metrics/cadvisor', signal)) reader.push(chunk);
      addCadvisor(rows, reader, uidsByName, this.#rates, atMs);
    } catch (error) {
      // Virtual kubelets have none, which is no fault of theirs.
      const hasNone = error instanceof StatusError && error.status === 404;
      if (!hasNone) failures.push(failureOf(this.#nodeName, '/metrics/cadvisor', error));
    }
  }
}

const LONGEST_DETAIL = 500;

function failureOf(nodeName: string, path: string, error: unknown): KubeletFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProxyUnreachable) {
    const cause = error.cause instanceof Error ? error.cause.message : message;
    return { problem: 'apiUnreachable', detail: cause };
  }
  const detail = `${nodeName}: ${path}: ${message}`.slice(0, LONGEST_DETAIL).toWellFormed();
  return { problem: problemOf(error), detail };
}

function problemOf(error: unknown): AgentProblem {
  if (error instanceof StatusError) {
    if (error.status === 401 || error.status === 403) return 'kubeletUnauthorized';
    // The API server's word for a kubelet that does not answer it.
    return error.status === 502 || error.status === 503 || error.status === 504
      ? 'kubeletUnreachable'
      : 'kubeletError';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') return error instanceof Error && isBroken(error) ? 'kubeletError' : 'kubeletUnreachable';
  return isTlsError(error) ? 'kubeletTls' : 'kubeletUnreachable';
}

/** It answered, but not with statistics. */
function isBroken(error: Error): boolean {
  return error instanceof SyntaxError || error.name === 'ZodError' || error.name === 'TooLargeError';
}
