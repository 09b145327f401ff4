import { kinds } from '@gwanje/kinds/registry';
import type { TreeRow } from '@gwanje/ui/tree/virtual-tree';
import type { ChooserEntry, ChooserKind, ChooserTree } from './chooser-tree.ts';

export interface RowsOptions {
  readonly search: string;
  readonly open: ReadonlySet<string>;
  readonly stateOf: (key: string) => TreeRow['state'];
  readonly hrefOf: (kind: ChooserKind, id: number) => string;
  /** The number of pods below an entry, as text and as a sentence. */
  readonly podCntOf: (cnt: number) => TreeRow['count'];
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
    rows.push({ ...rowOf(entry, options), level, isOpen });
    if (!isOpen) return;
    const showsAll = isBelowFound || (found !== null && !holdsFound && matches(entry));
    for (const child of entry.children) visit(child, level + 1, showsAll);
  };
  for (const entry of entries) visit(entry, 1, false);
  return rows;
}

function rowOf(entry: ChooserEntry, { stateOf, hrefOf, podCntOf }: RowsOptions) {
  const { key, kind, id, label, title, podCnt } = entry;
  const isObject = kind !== 'noNode' && kind !== 'noWorkload';
  return {
    key,
    label,
    title,
    icon: isObject ? kinds[kind].icon : 'mdi-help-rhombus-outline',
    state: stateOf(key),
    count: kind === 'pod' || kind === 'container' ? undefined : podCntOf(podCnt),
    href: isObject && id !== null ? hrefOf(kind, id) : undefined,
  } as const;
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
