import { monResults } from '@gwanje/contract/objects/object-states';
import { type search as searchEndpoint, searchKinds } from '@gwanje/kinds/calls/search';
import type { Kind } from '@gwanje/kinds/definition/kind';
import { kinds, type LiveKind } from '@gwanje/kinds/registry';
import type { z } from 'zod';
import { NO_MATCH } from '../columns/match-score.ts';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster } from '../tables/clusters.ts';
import { DerivedState } from '../tables/derived-state.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { clusterMonResult } from '../views/cluster-answers.ts';

export type SearchAnswer = z.input<(typeof searchEndpoint)['response']>;
type SearchKind = (typeof searchKinds)[number];
type Found = SearchAnswer['list'][number];

/**
 * By kind, the best match of each kind first. Like a list, it reads the objects of one instant: other requests
 * run while texts are scored (`prepareTexts`), but not during this scan.
 */
export function searchIn(
  tables: LiveTables,
  text: string,
  hostIds: ReadonlySet<number>,
  limit: number,
  nowMs: number,
): SearchAnswer {
  const clusters = tables.clusters.of(hostIds);
  const isVisible = new Uint8Array(tables.clusters.end);
  for (const { index } of clusters) isVisible[index] = 1;
  const scores = tables.matches.of(text);
  const ranks = tables.ranks.ranks();
  let totalCnt = 0;
  const hitsByKind = searchKinds.map((kind, kindIndex) => {
    const best = new BestHits(limit);
    totalCnt +=
      kind === 'cluster'
        ? findClusters(clusters, kindIndex, scores, ranks, best)
        : findObjects(tables, kind, isVisible, kindIndex, scores, ranks, best);
    return best.hits;
  });
  const derived = new DerivedState(tables, nowMs);
  return { totalCnt, list: sharedLimit(hitsByKind, limit).map((hit) => found(tables, hit, derived)) };
}

/** The kinds share the limit in turn, so that a thousand containers of one name do not hide the pods. */
function sharedLimit(hitsByKind: readonly (readonly Hit[])[], limit: number): Hit[] {
  const takenCnt = hitsByKind.map(() => 0);
  let room = limit;
  for (let rank = 0; rank < limit; rank++) {
    for (const [kindIndex, { length }] of hitsByKind.entries()) {
      if (rank >= length || room === 0) continue;
      takenCnt[kindIndex] = rank + 1;
      room--;
    }
  }
  return hitsByKind.flatMap((hits, kindIndex) => hits.slice(0, takenCnt[kindIndex]));
}

function findClusters(
  clusters: readonly Cluster[],
  kindIndex: number,
  scores: Int16Array,
  ranks: Float64Array,
  best: BestHits,
): number {
  let cnt = 0;
  for (const { index, nameRef, hostId } of clusters) {
    const score = scores[nameRef] ?? NO_MATCH;
    if (score < 0) continue;
    cnt++;
    best.offer({ score, kindIndex, slot: index, nameRef, rank: ranks[nameRef] ?? 0, id: hostId });
  }
  return cnt;
}

function findObjects(
  tables: LiveTables,
  kind: LiveKind,
  isVisible: Uint8Array,
  kindIndex: number,
  scores: Int16Array,
  ranks: Float64Array,
  best: BestHits,
): number {
  const table: Table = tables[kind];
  const refOf = tables[kind].state.name.values;
  const { values: deletedAt } = table.deletedAtMs;
  const { values: clusterOf } = table.cluster;
  const { values: ids } = table.ids;
  const { end } = table;
  let cnt = 0;
  // Scan all slots and check visibility afterwards: most names do not match.
  for (let slot = 0; slot < end; slot++) {
    const nameRef = refOf[slot] ?? NO_TEXT;
    const score = scores[nameRef] ?? NO_MATCH;
    if (score < 0 || !Number.isNaN(deletedAt[slot]) || isVisible[clusterOf[slot] ?? NO_SLOT] !== 1) continue;
    cnt++;
    const id = ids[slot] ?? 0;
    const rank = ranks[nameRef] ?? 0;
    if (best.mayTake(score, rank, id)) best.offer({ score, kindIndex, slot, nameRef, rank, id });
  }
  return cnt;
}

function found(tables: LiveTables, { kindIndex, slot, nameRef, id }: Hit, derived: DerivedState): Found {
  const kind = searchKinds[kindIndex] ?? 'cluster';
  const cluster = tables.clusters.at(kind === 'cluster' ? slot : tables[kind].cluster.get(slot));
  return {
    kind,
    id,
    hostId: cluster?.hostId ?? id,
    clusterName: cluster?.name ?? '',
    name: tables.strings.text(nameRef),
    ...surroundings(tables, kind, slot),
    monResult: monResults[monResultOf(tables, kind, slot, derived)] ?? null,
    deletedAt: null,
  };
}

/** Index into `monResults`; -1 for a kind that is not monitored. */
function monResultOf(tables: LiveTables, kind: SearchKind, slot: number, derived: DerivedState): number {
  if (kind === 'cluster') {
    const cluster = tables.clusters.at(slot);
    return cluster ? clusterMonResult(cluster, derived) : -1;
  }
  const { columns }: Kind = kinds[kind];
  if (columns === undefined) return -1;
  return derived.monResult(tables[kind], slot, sampleTimesOf(tables, kind, 'state').at(slot));
}

function surroundings(
  tables: LiveTables,
  kind: SearchKind,
  slot: number,
): Pick<Found, 'namespace' | 'parentName' | 'parentId'> {
  const { pod, container } = tables;
  if (kind === 'container') {
    const podSlot = container.podSlot.get(slot);
    return {
      namespace: pod.state.namespace.get(podSlot),
      parentName: pod.state.name.get(podSlot),
      parentId: pod.ids.get(podSlot),
    };
  }
  const namespaces = kind === 'cluster' ? undefined : tableOf(tables, kind).state.namespace;
  const ref = namespaces?.at(slot) ?? NO_TEXT;
  return {
    namespace: ref === NO_TEXT ? null : tables.strings.text(ref),
    parentName: null,
    parentId: null,
  };
}

interface Hit {
  readonly score: number;
  readonly kindIndex: number;
  readonly slot: number;
  readonly nameRef: number;
  /** Place of the name among all texts. */
  readonly rank: number;
  readonly id: number;
}

/** Keeps the best hits of one kind in order, up to a limit. */
class BestHits {
  readonly #limit: number;
  readonly hits: Hit[] = [];
  /** The last hit when the limit is reached. */
  #worst: Hit | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A quick check: hundreds of thousands of names may match, and millions of containers have the same name. */
  mayTake(score: number, rank: number, id: number): boolean {
    const worst = this.#worst;
    if (worst === null || score !== worst.score) return worst === null || score < worst.score;
    return rank === worst.rank ? id < worst.id : rank < worst.rank;
  }

  offer(hit: Hit): void {
    const { hits } = this;
    let low = 0;
    let high = hits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = hits[middle];
      if (at !== undefined && compare(at, hit) < 0) low = middle + 1;
      else high = middle;
    }
    hits.splice(low, 0, hit);
    if (hits.length > this.#limit) hits.pop();
    if (hits.length === this.#limit) this.#worst = hits.at(-1) ?? null;
  }
}

function compare(a: Hit, b: Hit): number {
  return a.score - b.score || a.rank - b.rank || a.id - b.id;
}
