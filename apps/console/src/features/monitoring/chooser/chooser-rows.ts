import { kinds } from '@gwanje/kinds/registry';
import type { TreeRow } from '@gwanje/ui/tree/virtual-tree';

/** The responses of the name lists. */
export interface ChooserNames {
  readonly nodes: readonly { readonly nodeId: number; readonly name: string }[];
  readonly pods: readonly {
    readonly podId: number;
    readonly name: string;
    readonly namespace: string;
    readonly nodeId: number | null;
  }[];
  readonly containers: readonly {
    readonly containerId: number;
    readonly podId: number;
    readonly name: string;
  }[];
}

export type ChooserKind = 'node' | 'pod' | 'container';

export type ChooserTree = ReturnType<typeof chooserTree>;

interface ChooserEntry {
  readonly key: string;
  readonly kind: ChooserKind | 'noNode';
  readonly id: number | null;
  readonly label: string;
  readonly title: string;
  /** The text that the search compares. */
  readonly text: string;
  readonly parent: string | null;
  readonly children: ChooserEntry[];
}

const NO_NODE = 'noNode';

export function chooserKey(kind: string, id: number): string {
  return `${kind}:${id}`;
}

/** Nodes with their pods and containers. Unscheduled pods come last, under a separate entry. */
export function chooserTree({ nodes, pods, containers }: ChooserNames, noNodeLabel: string) {
  const byKey = new Map<string, ChooserEntry>();
  function add(
    kind: ChooserEntry['kind'],
    id: number | null,
    label: string,
    parent?: ChooserEntry,
    title = label,
  ) {
    const key = id === null ? kind : chooserKey(kind, id);
    const text = title.toLowerCase();
    const entry: ChooserEntry = {
      key,
      kind,
      id,
      label,
      title,
      text,
      parent: parent?.key ?? null,
      children: [],
    };
    byKey.set(key, entry);
    parent?.children.push(entry);
    return entry;
  }
  const roots = byLabel(nodes.map(({ nodeId, name }) => add('node', nodeId, name)));
  const noNode = add(NO_NODE, null, noNodeLabel);
  for (const { podId, name, namespace, nodeId } of pods) {
    // A pod may arrive before its node.
    const node = nodeId === null ? undefined : byKey.get(chooserKey('node', nodeId));
    add('pod', podId, name, node ?? noNode, `${namespace}/${name}`);
  }
  for (const { containerId, podId, name } of containers) {
    const pod = byKey.get(chooserKey('pod', podId));
    if (pod) add('container', containerId, name, pod);
  }
  for (const entry of byKey.values()) if (entry.kind !== 'container') byLabel(entry.children);
  return { entries: noNode.children.length > 0 ? [...roots, noNode] : roots, byKey };
}

const collator = new Intl.Collator('en', { numeric: true });

function byLabel(entries: ChooserEntry[]): ChooserEntry[] {
  return entries.sort((a, b) => collator.compare(a.label, b.label));
}

export interface RowsOptions {
  readonly search: string;
  readonly open: ReadonlySet<string>;
  readonly stateOf: (kind: ChooserKind, id: number) => TreeRow['state'];
  readonly hrefOf: (kind: ChooserKind, id: number) => string;
}

/** The rows to show. A search opens the parents of every match; the user can open the children of a match. */
export function chooserRows({ entries }: ChooserTree, options: RowsOptions): TreeRow[] {
  const words = options.search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (entry: ChooserEntry) => words.every((word) => entry.text.includes(word));
  const found = words.length > 0 ? withAncestors(entries, matches) : null;
  const rows: TreeRow[] = [];
  const visit = (entry: ChooserEntry, level: number, isBelowFound: boolean): void => {
    if (found && !isBelowFound && !found.has(entry.key)) return;
    const holdsFound = found !== null && entry.children.some(({ key }) => found.has(key));
    const isOpen = entry.children.length > 0 ? holdsFound || options.open.has(entry.key) : undefined;
    rows.push({
      key: entry.key,
      label: entry.label,
      title: entry.title,
      level,
      icon: entry.kind === NO_NODE ? 'mdi-help-rhombus-outline' : kinds[entry.kind].icon,
      isOpen,
      ...(entry.kind !== NO_NODE &&
        entry.id !== null && {
          state: options.stateOf(entry.kind, entry.id),
          href: options.hrefOf(entry.kind, entry.id),
        }),
    });
    if (!isOpen) return;
    const showsAll = isBelowFound || (found !== null && !holdsFound && matches(entry));
    for (const child of entry.children) visit(child, level + 1, showsAll);
  };
  for (const entry of entries) visit(entry, 1, false);
  return rows;
}

function withAncestors(
  entries: readonly ChooserEntry[],
  matches: (entry: ChooserEntry) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (entry: ChooserEntry): boolean => {
    let isIn = matches(entry);
    for (const child of entry.children) isIn = visit(child) || isIn;
    if (isIn) found.add(entry.key);
    return isIn;
  };
  for (const entry of entries) visit(entry);
  return found;
}

/** The keys of an entry's parents, so that they can be opened. */
export function ancestorsOf({ byKey }: ChooserTree, key: string | null): string[] {
  const above: string[] = [];
  for (let parent = key && byKey.get(key)?.parent; parent; parent = byKey.get(parent)?.parent ?? null)
    above.push(parent);
  return above;
}
