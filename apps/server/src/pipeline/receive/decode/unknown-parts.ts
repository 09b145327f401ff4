import { agentProblems } from '@gwanje/contract/agent/agent-problems';
import { kinds, recordKinds, sampledKinds } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';

/** Something that only a newer agent sends, with how often the batch has it. */
export interface UnknownPart {
  readonly what: 'kind' | 'metric' | 'problem';
  readonly name: string;
  readonly cnt: number;
}

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 63;
const KINDS: ReadonlySet<unknown> = new Set(recordKinds);
const PROBLEMS: ReadonlySet<unknown> = new Set(agentProblems);
const SCOPES: ReadonlySet<string> = new Set(sampledKinds);
const COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  sampledKinds.map((scope) => [
    scope,
    new Set<string>([...kinds[scope].samples.keys, ...metricNames(scope)]),
  ]),
);

/** Counts unknown names. A hostile batch may have any number of them. */
class UnknownNames {
  readonly #found = new Map<string, UnknownPart>();

  add(what: UnknownPart['what'], name: string): void {
    const key = `${what} ${name.slice(0, MAX_NAME_LENGTH)}`;
    const found = this.#found.get(key);
    if (!found && this.#found.size >= MAX_NAMES) return;
    this.#found.set(key, { what, name: name.slice(0, MAX_NAME_LENGTH), cnt: (found?.cnt ?? 0) + 1 });
  }

  get parts(): readonly UnknownPart[] {
    return [...this.#found.values()];
  }
}

/**
 * Leaves out what this version does not know, so that an agent may be updated before its server: objects of another kind,
 * with their manifests, and problems. Whatever else is wrong stays and is refused. Decoding the samples ignores unknown
 * columns itself, so they are only counted. Checks of manifests stay: the answer counts them.
 */
export function withoutUnknownParts(batch: object): {
  readonly batch: object;
  readonly unknown: readonly UnknownPart[];
} {
  const names = new UnknownNames();
  const known = { ...batch };
  const change = (key: string, made: (value: unknown) => unknown) => {
    if (Object.hasOwn(batch, key)) Reflect.set(known, key, made(Reflect.get(batch, key)));
  };
  change('inventory', (parts) => mapList(parts, (part) => knownInventory(part, names)));
  change('manifests', (part) => changed(part, { upserts: (list) => ofKnownKinds(list, names) }));
  change('problems', (list) => filterList(list, (entry) => isKnown(entry, 'problem', PROBLEMS, names)));
  change('samples', (parts) => {
    countUnknownSamples(parts, names);
    return parts;
  });
  return { batch: known, unknown: names.parts };
}

function knownInventory(part: unknown, names: UnknownNames): unknown {
  return changed(part, {
    upserts: (list) => ofKnownKinds(list, names),
    deletes: (list) => ofKnownKinds(list, names),
    // Without its listing the part is a change of nothing.
    listing: (listing) => (isKnown(listing, 'kind', KINDS, names) ? listing : null),
  });
}

function ofKnownKinds(list: unknown, names: UnknownNames): unknown {
  return filterList(list, (entry) => isKnown(entry, 'kind', KINDS, names));
}

/** A value without a text under that key is no unknown name: the schema refuses it. */
function isKnown(
  entry: unknown,
  what: 'kind' | 'problem',
  known: ReadonlySet<unknown>,
  names: UnknownNames,
): boolean {
  if (!isRecord(entry) || !Object.hasOwn(entry, what)) return true;
  const name = entry[what];
  if (typeof name !== 'string' || name === '' || known.has(name)) return true;
  names.add(what, name);
  return false;
}

function countUnknownSamples(parts: unknown, names: UnknownNames): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) {
    if (!isRecord(part)) continue;
    for (const [scope, table] of Object.entries(part)) {
      if (scope === 'ts' || !isRecord(table)) continue;
      if (!SCOPES.has(scope)) names.add('metric', `${scope}.*`);
      else
        for (const column of Object.keys(table))
          if (!COLUMNS.get(scope)?.has(column)) names.add('metric', `${scope}.${column}`);
    }
  }
}

/** The value itself when nothing changes. */
function changed(value: unknown, changes: Readonly<Record<string, (inner: unknown) => unknown>>): unknown {
  if (!isRecord(value)) return value;
  const made = Object.entries(changes)
    .filter(([key]) => Object.hasOwn(value, key))
    .map(([key, change]) => [key, change(value[key])] as const);
  return made.every(([key, inner]) => inner === value[key])
    ? value
    : { ...value, ...Object.fromEntries(made) };
}

function mapList(value: unknown, change: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}

function filterList(value: unknown, isKept: (entry: unknown) => boolean): unknown {
  if (!Array.isArray(value)) return value;
  const kept = value.filter(isKept);
  return kept.length === value.length ? value : kept;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
