import { monResults } from '@gwanje/contract/objects/object-states';

/** The levels of the tree: nodes with their pods, or namespaces with workloads and pods. Then containers. */
export const treeOrders = ['node', 'workload'] as const;
export type TreeOrder = (typeof treeOrders)[number];

type AlarmLevel = 'critical' | 'warning' | null;

/** The responses of the name lists. A tree reads only those of its levels. */
export interface ChooserNames {
  readonly nodes: readonly { readonly nodeId: number; readonly name: string }[];
  readonly namespaces: readonly {
    readonly namespaceId: number;
    readonly name: string;
    readonly alarmLevel: AlarmLevel;
  }[];
  readonly workloads: readonly {
    readonly workloadId: number;
    readonly name: string;
    readonly namespace: string;
    readonly ownerId: number | null;
    readonly alarmLevel: AlarmLevel;
  }[];
  readonly pods: readonly {
    readonly podId: number;
    readonly name: string;
    readonly namespace: string;
    readonly nodeId: number | null;
    readonly workloadId: number | null;
  }[];
  readonly containers: readonly {
    readonly containerId: number;
    readonly podId: number;
    readonly name: string;
  }[];
}

export type ChooserKind = 'node' | 'namespace' | 'workload' | 'pod' | 'container';

/** Entries for pods without a node, and without a workload. They have no page. */
type RestKind = 'noNode' | 'noWorkload';

export interface ChooserEntry {
  readonly key: string;
  readonly kind: ChooserKind | RestKind;
  /** Null without a page: the rest, and a namespace whose id is not known. */
  readonly id: number | null;
  readonly label: string;
  readonly title: string;
  /** The text that the search compares. */
  readonly text: string;
  readonly parent: string | null;
  readonly children: ChooserEntry[];
  /** Pods below it. */
  podCnt: number;
  readonly alarmLevel: AlarmLevel;
}

export interface ChooserTree {
  readonly entries: readonly ChooserEntry[];
  readonly byKey: ReadonlyMap<string, ChooserEntry>;
}

export function chooserKey(kind: string, id: number): string {
  return `${kind}:${id}`;
}

type NewEntry = Pick<ChooserEntry, 'key' | 'kind' | 'id' | 'label'> &
  Partial<Pick<ChooserEntry, 'title' | 'alarmLevel'>> & { readonly parent?: ChooserEntry | undefined };

class TreeBuilder {
  readonly byKey = new Map<string, ChooserEntry>();
  readonly #roots: ChooserEntry[] = [];

  get(kind: ChooserKind, id: number | null): ChooserEntry | undefined {
    return id === null ? undefined : this.byKey.get(chooserKey(kind, id));
  }

  addObject(kind: ChooserKind, id: number, label: string, more: Partial<NewEntry> = {}): ChooserEntry {
    return this.add({ key: chooserKey(kind, id), kind, id, label, ...more });
  }

  add({ parent, title, alarmLevel = null, ...entry }: NewEntry): ChooserEntry {
    const shown = title ?? entry.label;
    const made: ChooserEntry = {
      ...entry,
      title: shown,
      text: shown.toLowerCase(),
      parent: parent?.key ?? null,
      children: [],
      podCnt: 0,
      alarmLevel,
    };
    this.byKey.set(made.key, made);
    (parent?.children ?? this.#roots).push(made);
    return made;
  }

  addContainers(containers: ChooserNames['containers']): void {
    for (const { containerId, podId, name } of containers) {
      const parent = this.get('pod', podId);
      if (parent) this.addObject('container', containerId, name, { parent });
    }
  }

  build(): ChooserTree {
    for (const { children } of this.byKey.values()) if (children.length > 1) sortByLabel(children);
    sortByLabel(this.#roots);
    for (const entry of this.#roots) countPods(entry);
    return { entries: this.#roots, byKey: this.byKey };
  }
}

/** Nodes with their pods and containers. Unscheduled pods come last, under a separate entry. */
export function nodeTree(
  { nodes, pods, containers }: Pick<ChooserNames, 'nodes' | 'pods' | 'containers'>,
  noNodeLabel: string,
): ChooserTree {
  const tree = new TreeBuilder();
  for (const { nodeId, name } of nodes) tree.addObject('node', nodeId, name);
  for (const { podId, name, namespace, nodeId } of pods) {
    // A pod may arrive before its node.
    const parent =
      tree.get('node', nodeId) ??
      tree.byKey.get('noNode') ??
      tree.add({ key: 'noNode', kind: 'noNode', id: null, label: noNodeLabel });
    tree.addObject('pod', podId, name, { parent, title: `${namespace}/${name}` });
  }
  tree.addContainers(containers);
  return tree.build();
}

/** Namespaces with their workloads, pods and containers. The jobs of a cron job are below it. */
export function workloadTree(
  { namespaces, workloads, pods, containers }: Omit<ChooserNames, 'nodes'>,
  noWorkloadLabel: string,
): ChooserTree {
  const tree = new TreeBuilder();
  const byName = new Map<string, ChooserEntry>();
  for (const { namespaceId, name, alarmLevel } of namespaces)
    byName.set(name, tree.addObject('namespace', namespaceId, name, { alarmLevel }));

  // An object may arrive before its namespace, or the agent may not read namespaces.
  function namespaceOf(name: string): ChooserEntry {
    const known = byName.get(name);
    if (known) return known;
    const made = tree.add({ key: `namespace/${name}`, kind: 'namespace', id: null, label: name });
    byName.set(name, made);
    return made;
  }

  const isOwned = ({ ownerId }: ChooserNames['workloads'][number]) => ownerId !== null;
  const owners = workloads.filter((workload) => !isOwned(workload));
  for (const { workloadId, name, namespace, ownerId, alarmLevel } of [
    ...owners,
    ...workloads.filter(isOwned),
  ]) {
    const parent = tree.get('workload', ownerId) ?? namespaceOf(namespace);
    tree.addObject('workload', workloadId, name, { parent, title: `${namespace}/${name}`, alarmLevel });
  }
  for (const { podId, name, namespace, workloadId } of pods) {
    const parent = tree.get('workload', workloadId) ?? restOf(namespaceOf(namespace));
    tree.addObject('pod', podId, name, { parent, title: `${namespace}/${name}` });
  }
  tree.addContainers(containers);
  return tree.build();

  function restOf(parent: ChooserEntry): ChooserEntry {
    const key = `noWorkload/${parent.label}`;
    return (
      tree.byKey.get(key) ?? tree.add({ key, kind: 'noWorkload', id: null, label: noWorkloadLabel, parent })
    );
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** The rest comes last. */
function sortByLabel(entries: ChooserEntry[]): void {
  entries.sort((a, b) => Number(isRest(a)) - Number(isRest(b)) || collator.compare(a.label, b.label));
}

function isRest({ kind }: ChooserEntry): boolean {
  return kind === 'noNode' || kind === 'noWorkload';
}

function countPods(entry: ChooserEntry): number {
  if (entry.kind === 'pod') return 1;
  let cnt = 0;
  for (const child of entry.children) cnt += countPods(child);
  entry.podCnt = cnt;
  return cnt;
}

/** The keys of an entry's parents, so that they can be opened. */
export function ancestorsOf({ byKey }: ChooserTree, key: string | null): string[] {
  const above: string[] = [];
  for (let parent = key && byKey.get(key)?.parent; parent; parent = byKey.get(parent)?.parent ?? null)
    above.push(parent);
  return above;
}

const CRITICAL = monResults.indexOf('critical');
const WARNING = monResults.indexOf('warning');

/** Index into `monResults` of an object; undefined if it is not known. */
export type MonResultOf = (kind: 'node' | 'pod', id: number) => number | undefined;

/**
 * The state of each entry, as an index into `monResults`. A namespace, workload or rest has the worst state of
 * its pods and of its own open alarms; a node its own state. Containers have none.
 */
export function entryStates({ entries }: ChooserTree, monResultOf: MonResultOf): ReadonlyMap<string, number> {
  const states = new Map<string, number>();
  for (const entry of entries) visit(entry);
  return states;

  function visit(entry: ChooserEntry): number | undefined {
    const { kind, id, key, children, alarmLevel } = entry;
    if (kind === 'container') return undefined;
    let worst = alarmLevel === null ? undefined : alarmLevel === 'critical' ? CRITICAL : WARNING;
    if (kind !== 'pod') for (const child of children) worst = worseOf(worst, visit(child));
    const state = kind === 'node' || kind === 'pod' ? id !== null && monResultOf(kind, id) : worst;
    if (typeof state !== 'number') return undefined;
    states.set(key, state);
    return state;
  }
}

function worseOf(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
