import type { IncomingMessage } from 'node:http';
import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import { isBrokenAnswer, isTlsError, StatusError } from '../http/http.ts';
import { readJsonElements } from '../http/json-elements.ts';
import { addCadvisor, CadvisorReader } from './cadvisor.ts';
import { Rates } from './rates.ts';
import type { Rows } from './rows.ts';
import { NodeSummary, PodSummary, SummaryReader } from './summary.ts';

export type OpenKubelet = (path: string, signal: AbortSignal) => Promise<IncomingMessage>;

/**
 * The API server that proxies to the kubelets does not answer. This is one problem, not one for each node.
 */
export class ProxyUnreachable extends Error {
  override readonly name = 'ProxyUnreachable';
}

/** The API server does not let the agent use its proxy. This too is one problem. */
export class ProxyForbidden extends Error {
  override readonly name = 'ProxyForbidden';
}

export interface KubeletFailure {
  readonly problem: AgentProblem;
  readonly detail: string;
}

/** The limit for one pod's statistics, and for the node's statistics. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/** The request did not reach the kubelet. A second one would fail in the same way. */
const SILENT: ReadonlySet<AgentProblem> = new Set([
  'kubeletUnreachable',
  'kubeletNameUnresolved',
  'kubeletTls',
  'apiUnreachable',
  'apiProxyForbidden',
]);

export function isSilent({ problem }: KubeletFailure): boolean {
  return SILENT.has(problem);
}

/**
 * Reads one node's kubelet in each round. If the kubelet answers, one failed page does not affect the other.
 */
export class Kubelet {
  readonly #nodeName: string;
  readonly #open: OpenKubelet;
  readonly #rates = new Rates();

  constructor(nodeName: string, open: OpenKubelet) {
    this.#nodeName = nodeName;
    this.#open = open;
  }

  async read(atMs: number, signal: AbortSignal): Promise<{ rows: Rows; failures: KubeletFailure[] }> {
    const failures: KubeletFailure[] = [];
    const fail = (path: string, error: unknown) => failures.push(failureOf(this.#nodeName, path, error));
    const summary = await this.#readSummary(atMs, signal).catch((error: unknown) => {
      fail('/stats/summary', error);
      return new SummaryReader(this.#rates, atMs);
    });
    if (!failures.some(isSilent)) {
      await this.#addCadvisor(summary, atMs, signal).catch((error: unknown) => {
        // Virtual kubelets have no cAdvisor.
        if (!(error instanceof StatusError && error.status === 404)) fail('/metrics/cadvisor', error);
      });
    }
    if (failures.length === 0) this.#rates.endRound();
    else this.#rates.keepRound(atMs);
    return { rows: summary.rows, failures };
  }

  async #readSummary(atMs: number, signal: AbortSignal): Promise<SummaryReader> {
    const reader = new SummaryReader(this.#rates, atMs);
    const answer = await this.#open('/stats/summary', signal);
    const addPod = (pod: unknown) => reader.addPod(PodSummary.parse(pod));
    const rest = await readJsonElements(answer, 'pods', addPod, MAX_PART_BYTES);
    reader.addNode(this.#nodeName, NodeSummary.parse(rest));
    return reader;
  }

  async #addCadvisor(summary: SummaryReader, atMs: number, signal: AbortSignal): Promise<void> {
    const cadvisor = new CadvisorReader();
    for await (const chunk of await this.#open('/metrics/cadvisor', signal)) cadvisor.push(chunk);
    addCadvisor(summary.rows, cadvisor, summary.podUids, this.#rates, atMs);
  }
}

const MAX_DETAIL_LENGTH = 500;

function failureOf(nodeName: string, path: string, error: unknown): KubeletFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProxyUnreachable) {
    const cause = error.cause instanceof Error ? error.cause.message : message;
    return { problem: 'apiUnreachable', detail: cause };
  }
  if (error instanceof ProxyForbidden) return { problem: 'apiProxyForbidden', detail: message };
  const detail = `${nodeName}: ${path}: ${message}`.slice(0, MAX_DETAIL_LENGTH).toWellFormed();
  return { problem: problemOf(error), detail };
}

/** The API server names the failed look-up: `dial tcp: lookup node-1: no such host`. */
const UNRESOLVED_BY_API_SERVER = /lookup .*(?:no such host|server misbehaving|i\/o timeout)/;

function problemOf(error: unknown): AgentProblem {
  if (error instanceof StatusError) {
    if (error.status === 401 || error.status === 403) return 'kubeletUnauthorized';
    if (error.status >= 500 && UNRESOLVED_BY_API_SERVER.test(error.message)) return 'kubeletNameUnresolved';
    // The API server answers with these statuses when the kubelet does not answer it.
    return error.status === 502 || error.status === 503 || error.status === 504
      ? 'kubeletUnreachable'
      : 'kubeletError';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') return isBrokenAnswer(error) ? 'kubeletError' : 'kubeletUnreachable';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'kubeletNameUnresolved';
  return isTlsError(error) ? 'kubeletTls' : 'kubeletUnreachable';
}
