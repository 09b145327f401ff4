import type { ChangedField } from '@gwanje/contract/objects/manifests';
import { type FieldPath, pathText, topicOf } from './field-topics.ts';
import { isMap, isSameValue, keyOfItems, type Manifest, valueText } from './manifest-values.ts';

/** More changes than a person reads. `manifestChanges` leaves out the rest and counts it. */
const MAX_CHANGES = 100;
/** A manifest of Kubernetes is far less deep. */
const MAX_DEPTH = 40;

export interface ManifestChanges {
  readonly list: readonly ChangedField[];
  /** Changed fields that are not in the list. */
  readonly moreCnt: number;
}

/**
 * The fields that differ between two manifests, in the order of the manifest. Items of lists are matched by their name
 * and quantities compared by their value, so `1000m` equals `1`.
 */
export function manifestChanges(before: Manifest, after: Manifest): ManifestChanges {
  const found: ChangedField[] = [];
  let moreCnt = 0;
  const add = (path: FieldPath, from: unknown, to: unknown, isOrder = false) => {
    if (found.length >= MAX_CHANGES) {
      moreCnt += 1;
      return;
    }
    const { topic, subject } = topicOf(path);
    found.push({
      path: pathText(path),
      topic: isOrder ? 'order' : topic,
      subject,
      from: from === undefined ? null : valueText(from),
      to: to === undefined ? null : valueText(to),
    });
  };
  compare(withoutGeneration(before), withoutGeneration(after), [], add);
  const masked = maskedChange(before, after);
  if (masked && !found.some(({ path }) => path === 'spec' || path.startsWith('spec.'))) found.push(masked);
  return { list: found, moreCnt };
}

type Add = (path: FieldPath, from: unknown, to: unknown, isOrder?: boolean) => void;

function compare(before: unknown, after: unknown, path: FieldPath, add: Add): void {
  if (isSameValue(before, after, path)) return;
  const maps = path.length < MAX_DEPTH ? mapsOf(before, after, path) : undefined;
  if (maps) {
    const keys = [...new Set(maps.flatMap((map) => Object.keys(map)))].sort();
    for (const name of keys)
      compare(valueAt(maps[0], name), valueAt(maps[1], name), [...path, { name }], add);
    return;
  }
  const key = path.length < MAX_DEPTH ? keyOfItems(...listsOf(before, after)) : undefined;
  if (key === undefined) add(path, before, after);
  else compareItems(key.before, key.after, path, add);
}

const COLLECTIONS = new Set([
  'metadata',
  'labels',
  'annotations',
  'resources',
  'requests',
  'limits',
  'nodeSelector',
]);

/** Two maps, whose fields are compared. A first label is a new label, not a new map of labels. */
function mapsOf(before: unknown, after: unknown, path: FieldPath): [Manifest, Manifest] | undefined {
  const last = path.at(-1);
  const isCollection = last !== undefined && !last.isItem && COLLECTIONS.has(last.name);
  const [a, b] = isCollection ? [before ?? {}, after ?? {}] : [before, after];
  return isMap(a) && isMap(b) ? [a, b] : undefined;
}

/** A first item is a new item, not a new list. */
function listsOf(before: unknown, after: unknown): [unknown, unknown] {
  return [
    before === undefined && Array.isArray(after) ? [] : before,
    after === undefined && Array.isArray(before) ? [] : after,
  ];
}

/** Items that are in both lists come first, then the added and removed ones. */
function compareItems(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  path: FieldPath,
  add: Add,
): void {
  let hasChanges = false;
  const addItem: Add = (...change) => {
    hasChanges = true;
    add(...change);
  };
  for (const name of new Set([...before.keys(), ...after.keys()]))
    compare(before.get(name), after.get(name), [...path, { name, isItem: true }], addItem);
  if (!hasChanges && String([...before.keys()]) !== String([...after.keys()]))
    add(path, [...before.keys()], [...after.keys()], true);
}

/**
 * Kubernetes raises the generation with each change of the specification. When nothing else in it has changed, the change
 * was in a masked value, such as an environment variable.
 */
function maskedChange(before: Manifest, after: Manifest): ChangedField | undefined {
  const [from, to] = [generationOf(before), generationOf(after)];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { path: 'spec', topic: 'masked', subject: null, from: null, to: null };
}

function generationOf({ metadata }: Manifest): unknown {
  return isMap(metadata) ? valueAt(metadata, 'generation') : undefined;
}

function withoutGeneration(manifest: Manifest): Manifest {
  const { metadata } = manifest;
  if (!isMap(metadata)) return manifest;
  const { generation: _generation, ...rest } = metadata;
  return { ...manifest, metadata: rest };
}

/** A key such as `__proto__` is a key like any other. */
function valueAt(map: Manifest, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
