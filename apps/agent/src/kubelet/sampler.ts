import type { SamplePart } from '@gwanje/kinds/batch';
import { pause } from '../http/backoff.ts';
import { isSilent, Kubelet, type KubeletFailure, type OpenKubelet } from './kubelet.ts';
import { noRows, partsOf, type Rows } from './rows.ts';

export interface Target {
  readonly nodeName: string;
  readonly open: OpenKubelet;
  /**
   * The agent may lack the right to read this kubelet by design. It reports the node once and retries later.
   */
  readonly isOptional: boolean;
}

export interface SamplerOptions {
  readonly targets: () => readonly Target[];
  readonly everyMs: number;
  readonly now: () => Date;
  readonly onRound: (parts: SamplePart[]) => Promise<void>;
  /** Called after each node with its failures. */
  readonly onNode: (nodeName: string, failures: readonly KubeletFailure[]) => void;
  readonly onNodes: (nodeNames: ReadonlySet<string>) => void;
}

/** Each parallel request holds a page in memory. A large cluster needs more requests to finish in time. */
const MIN_AT_ONCE = 3;
const MAX_AT_ONCE = 6;
const NODES_PER_READER = 15;
const RETRY_WITHOUT_NODES_MS = 500;
const MAX_ROUND_MS = 60_000;
/**
 * Kubelets that did not answer last time come last, and only within this part of the time to the next round.
 */
const SILENT_KUBELETS_SHARE = 1 / 3;
const RETRY_OPTIONAL_MS = 10 * 60_000;
const MIN_EVERY_MS = 1000;
const MAX_EVERY_MS = 300_000;

interface Known {
  readonly kubelet: Kubelet;
  readonly target: Target;
  notBeforeMs: number;
  askedAtMs: number;
  isSilent: boolean;
}

/** Reads all given kubelets in each round. All samples of a round have the same time. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #known = new Map<string, Known>();
  /** A random phase, so that thousands of agents started together do not send requests in the same second. */
  readonly #phase = Math.random();
  #everyMs: number;

  constructor(options: SamplerOptions) {
    this.#options = options;
    this.#everyMs = options.everyMs;
  }

  setEvery(everyMs: number): void {
    this.#everyMs = Math.min(MAX_EVERY_MS, Math.max(MIN_EVERY_MS, everyMs));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const hasRead = await this.round(signal);
      if (!hasRead) {
        // Before the first listing there are no kubelets.
        if (await pause(RETRY_WITHOUT_NODES_MS, signal)) return;
        continue;
      }
      const everyMs = this.#everyMs;
      const nowMs = this.#options.now().getTime();
      const offsetMs = this.#phase * everyMs;
      const nextMs = (Math.floor((nowMs - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
      if (await pause(Math.max(1, nextMs - nowMs), signal)) return;
    }
  }

  /** Returns false when there was nothing to read. */
  async round(signal: AbortSignal): Promise<boolean> {
    const at = this.#options.now();
    const due = this.#refresh(at.getTime());
    if (due.length === 0) return false;
    const limitMs = Math.min(MAX_ROUND_MS, this.#everyMs * 2);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const untilMs = performance.now() + this.#everyMs * SILENT_KUBELETS_SHARE;
    const rows = noRows();
    const cut: Known[] = [];
    const queue = due.values();
    let silentCnt = 0;
    const atOnce = Math.min(MAX_AT_ONCE, Math.max(MIN_AT_ONCE, Math.ceil(due.length / NODES_PER_READER)));
    const readers = Array.from({ length: Math.min(atOnce, due.length) }, async () => {
      for (const known of queue) {
        if (limit.aborted) cut.push(known);
        else if (!known.isSilent) append(rows, await this.#read(known, at.getTime(), limit, cut));
        else {
          silentCnt += 1;
          // Reads at least one silent kubelet in each round, so that every kubelet has its turn.
          if (silentCnt > 1 && performance.now() > untilMs) return;
          append(rows, await this.#read(known, at.getTime(), limit, cut));
        }
      }
    });
    await Promise.all(readers);
    if (signal.aborted) return true;
    for (const { target } of cut) {
      const detail = `${target.nodeName}: the round ended after ${limitMs} ms, before it had answered`;
      this.#options.onNode(target.nodeName, [{ problem: 'kubeletUnreachable', detail }]);
    }
    await this.#options.onRound(partsOf(rows, at.toISOString()));
    return true;
  }

  /** Updates the nodes and keeps their counters. Order: nodes that answered first, then by longest wait. */
  #refresh(nowMs: number): Known[] {
    const targets = this.#options.targets();
    const names = new Set(targets.map(({ nodeName }) => nodeName));
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name);
    this.#options.onNodes(names);
    return targets
      .map((target) => {
        const known = this.#known.get(target.nodeName) ?? newlyKnown(target);
        this.#known.set(target.nodeName, known);
        return known;
      })
      .filter(({ notBeforeMs }) => notBeforeMs <= nowMs)
      .toSorted((a, b) => Number(a.isSilent) - Number(b.isSilent) || a.askedAtMs - b.askedAtMs);
  }

  async #read(known: Known, atMs: number, limit: AbortSignal, cut: Known[]): Promise<Rows> {
    const { nodeName, isOptional } = known.target;
    known.askedAtMs = atMs;
    const { rows, failures } = await known.kubelet.read(atMs, limit);
    known.isSilent = failures.some(isSilent);
    const isDenied = isOptional && failures.some(({ problem }) => problem === 'kubeletUnauthorized');
    if (isDenied) {
      known.notBeforeMs = atMs + RETRY_OPTIONAL_MS;
      this.#options.onNode(nodeName, [{ problem: 'nodeWithoutStatistics', detail: nodeName }]);
    } else if (limit.aborted && failures.length > 0) cut.push(known);
    else this.#options.onNode(nodeName, failures);
    return rows;
  }
}

function newlyKnown(target: Target): Known {
  const kubelet = new Kubelet(target.nodeName, target.open);
  return { kubelet, target, notBeforeMs: 0, askedAtMs: 0, isSilent: false };
}

function append(rows: Rows, more: Rows): void {
  for (const row of more.node) rows.node.push(row);
  for (const row of more.pod) rows.pod.push(row);
  for (const row of more.container) rows.container.push(row);
  for (const row of more.claim) rows.claim.push(row);
}
