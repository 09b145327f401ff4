import { parseQuantity } from '@gwanje/kinds/definition/quantity';
import type { FieldPath } from './field-topics.ts';

export type Manifest = Readonly<Record<string, unknown>>;

/** Longer values are cut: a change is one line. */
const MAX_VALUE_LENGTH = 200;
/** The fields that together identify an item of a list, most usual first. */
const ITEM_KEYS: readonly (readonly string[])[] = [
  ['name'],
  ['key'],
  ['key', 'effect'],
  ['mountPath'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['type'],
  ['ip'],
  ['uid'],
];

export function isMap(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the values mean the same to Kubernetes. */
export function isSameValue(before: unknown, after: unknown, path: FieldPath): boolean {
  if (before === after) return true;
  if (before === undefined || after === undefined) return false;
  if (isQuantity(path)) return isSameQuantity(before, after);
  return JSON.stringify(before) === JSON.stringify(after);
}

const QUANTITY_PARENTS = new Set([
  'requests',
  'limits',
  'capacity',
  'hard',
  'overhead',
  'default',
  'defaultRequest',
]);

function isQuantity(path: FieldPath): boolean {
  const parent = path.at(-2);
  if (parent && !parent.isItem && QUANTITY_PARENTS.has(parent.name)) return true;
  return path.at(-1)?.name === 'sizeLimit';
}

function isSameQuantity(before: unknown, after: unknown): boolean {
  const [a, b] = [quantityOf(before), quantityOf(after)];
  return a === null || b === null ? before === after : a === b;
}

function quantityOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return parseQuantity(String(value));
}

interface KeyedItems {
  readonly before: ReadonlyMap<string, unknown>;
  readonly after: ReadonlyMap<string, unknown>;
}

/** The items of two lists by the field that identifies them; undefined when no field does. */
export function keyOfItems(before: unknown, after: unknown): KeyedItems | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  for (const key of ITEM_KEYS) {
    const [old, now] = [itemsBy(key, before), itemsBy(key, after)];
    if (old && now) return { before: old, after: now };
  }
  return undefined;
}

function itemsBy(key: readonly string[], list: readonly unknown[]): Map<string, unknown> | undefined {
  const items = new Map<string, unknown>();
  for (const item of list) {
    const parts = key.map((name) => (isMap(item) && Object.hasOwn(item, name) ? item[name] : undefined));
    const [first] = parts;
    if (typeof first !== 'string' && typeof first !== 'number') return undefined;
    const text = parts.filter((part) => part !== undefined).join(':');
    if (items.has(text)) return undefined;
    items.set(text, item);
  }
  return items;
}

export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : textOfOther(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : text;
}

/** A list of texts reads like in YAML, a container is its image, a variable its value. Other values are JSON. */
function textOfOther(value: unknown): string {
  if (isMap(value) && typeof value.name === 'string') {
    if (typeof value.image === 'string') return value.image;
    if (typeof value.value === 'string') return value.value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return `[${value.join(', ')}]`;
  return JSON.stringify(value) ?? '';
}
