import { isDeepStrictEqual } from 'node:util';
import { type DisruptionBudgetRecord, MAX_COVERED_WORKLOADS } from '@gwanje/kinds/disruption-budget/record';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import { Metadata, OptionalNumber, RawConditions, TextMap } from '../raw.ts';
import { conditionsOf, cut, labelsOf, nonNegativeInteger, shortTextOrNull } from '../shared.ts';

const MAX_SELECTOR_LENGTH = 1024;
const OptionalCount = z.union([z.number(), z.string()]).nullish();

const RawSelector = z
  .object({
    matchLabels: TextMap,
    matchExpressions: z
      .array(
        z.object({
          key: z.string(),
          operator: z.string(),
          values: z.array(z.string()).nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();
type Selector = z.output<typeof RawSelector>;

const RawBudget = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({ minAvailable: OptionalCount, maxUnavailable: OptionalCount, selector: RawSelector }),
  status: z
    .object({
      currentHealthy: OptionalNumber,
      desiredHealthy: OptionalNumber,
      expectedPods: OptionalNumber,
      disruptionsAllowed: OptionalNumber,
      conditions: RawConditions,
    })
    .nullish(),
});

/** The record without its workloads, which `CoveredWorkloads` adds. */
export function normaliseDisruptionBudget(object: unknown): DisruptionBudgetRecord {
  const { metadata, spec, status } = RawBudget.parse(object);
  return {
    kind: 'disruptionBudget',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    minAvailable: shortTextOrNull(spec.minAvailable?.toString()),
    maxUnavailable: shortTextOrNull(spec.maxUnavailable?.toString()),
    selector: selectorText(spec.selector),
    healthyCnt: nonNegativeInteger(status?.currentHealthy),
    desiredCnt: nonNegativeInteger(status?.desiredHealthy),
    expectedCnt: nonNegativeInteger(status?.expectedPods),
    allowedCnt: nonNegativeInteger(status?.disruptionsAllowed),
    workloads: [],
    conditions: conditionsOf(status?.conditions),
  };
}

function selectorText(selector: Selector): string | null {
  if (!selector) return null;
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${(values ?? []).join(',')})`;
  });
  return cut([...labels, ...expressions].join(','), MAX_SELECTOR_LENGTH);
}

type Labels = Readonly<Record<string, string>>;

/** An absent selector selects nothing, an empty one everything. */
export function selects(selector: Selector, labels: Labels): boolean {
  if (!selector) return false;
  const has = (key: string) => Object.hasOwn(labels, key);
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => has(key) && labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
      const isListed = has(key) && (values ?? []).includes(labels[key] ?? '');
      if (operator === 'In') return isListed;
      if (operator === 'NotIn') return !isListed;
      return operator === 'Exists' ? has(key) : operator === 'DoesNotExist' && !has(key);
    })
  );
}

/** Workloads whose pods a drain evicts. It leaves the pods of daemon sets, and jobs end. */
const EVICTED = { deployment: 'Deployment', statefulSet: 'StatefulSet' } as const;
const BARE_POD = 'Pod';

const RawTemplate = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z
    .object({ template: z.object({ metadata: z.object({ labels: TextMap }).nullish() }).nullish() })
    .nullish(),
});

interface Template {
  readonly kind: string;
  readonly name: string;
  readonly labels: Labels;
}

/**
 * Adds to each budget the workloads that it covers: those whose pod template its selector selects. The agent knows
 * few templates and very many pods, so it compares templates. A pod without an owner stands for itself.
 */
export class CoveredWorkloads {
  readonly #budgets = new Map<
    string,
    { readonly record: DisruptionBudgetRecord; readonly selector: Selector }
  >();
  readonly #templates = new Map<string, Map<string, Template>>();
  readonly #namespaceOf = new Map<string, string>();
  readonly #changed = new Set<string>();

  complete(record: DisruptionBudgetRecord, object: unknown): DisruptionBudgetRecord {
    const { selector } = RawBudget.parse(object).spec;
    this.#budgets.set(record.uid, { record, selector });
    return this.#covering(record, selector);
  }

  /** Remembers the pod template of a workload, or the labels of a pod without an owner. */
  learn(record: InventoryRecord, object: unknown): void {
    const { kind } = record;
    if (kind === 'deployment' || kind === 'statefulSet') {
      const { metadata, spec } = RawTemplate.parse(object);
      const labels = labelsOf(spec?.template?.metadata?.labels);
      this.#learn(metadata, { kind: EVICTED[kind], name: metadata.name, labels });
    } else if (kind === 'pod') {
      const { name, labels, owner, phase } = record;
      // A controller may adopt a pod. One that has ended needs no eviction.
      const isBare = owner === null && phase !== 'Succeeded' && phase !== 'Failed';
      if (isBare) this.#learn(record, { kind: BARE_POD, name, labels });
      else if (this.#namespaceOf.has(record.uid)) this.forget(record.uid);
    }
  }

  #learn({ uid, namespace }: { uid: string; namespace: string }, template: Template): void {
    const ofNamespace = this.#templates.get(namespace) ?? new Map<string, Template>();
    if (isDeepStrictEqual(ofNamespace.get(uid), template)) return;
    this.#templates.set(namespace, ofNamespace.set(uid, template));
    this.#namespaceOf.set(uid, namespace);
    this.#changed.add(namespace);
  }

  forget(uid: string): void {
    this.#budgets.delete(uid);
    const namespace = this.#namespaceOf.get(uid);
    if (namespace === undefined) return;
    this.#namespaceOf.delete(uid);
    const ofNamespace = this.#templates.get(namespace);
    ofNamespace?.delete(uid);
    if (ofNamespace?.size === 0) this.#templates.delete(namespace);
    this.#changed.add(namespace);
  }

  /** The budgets of namespaces whose templates have changed since the last call. */
  takeChanged(): DisruptionBudgetRecord[] {
    if (this.#changed.size === 0) return [];
    const budgets = [...this.#budgets.values()].filter(({ record }) => this.#changed.has(record.namespace));
    this.#changed.clear();
    return budgets.map(({ record, selector }) => this.#covering(record, selector));
  }

  #covering(record: DisruptionBudgetRecord, selector: Selector): DisruptionBudgetRecord {
    const workloads = [...(this.#templates.get(record.namespace)?.values() ?? [])]
      .filter(({ labels }) => selects(selector, labels))
      .map(({ kind, name }) => ({ kind, name }));
    workloads.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return { ...record, workloads: workloads.slice(0, MAX_COVERED_WORKLOADS) };
  }
}

/** Pods come last: many of them must not push out a workload. */
function sortKey({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind === BARE_POD ? 1 : 0} ${kind}/${name}`;
}
