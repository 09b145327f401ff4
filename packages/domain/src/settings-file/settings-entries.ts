import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { nameKey } from '@gwanje/contract/definition/names';
import type { EntryKind, SettingsFile } from '@gwanje/kinds/calls/settings-file';

/** One entry of a file or an installation, without the entries inside it. */
export interface SettingsEntry {
  readonly kind: EntryKind;
  /**
   * Identifies the entry in a file and in an installation: its kind and the names of its parents and itself.
   */
  readonly key: string;
  readonly parentKey: string | null;
  /** The displayed names, from the outermost parent. */
  readonly nameList: readonly string[];
  /** The position in the file. */
  readonly path: readonly (string | number)[];
  /** The fields in the file. An absent field does not change. References to names are keys of names. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type Place = Pick<SettingsEntry, 'nameList' | 'path'> & {
  readonly key: string | null;
  readonly keys: readonly string[];
};
interface Part {
  readonly kind: EntryKind;
  readonly name: string;
  /** The identifying text, when it is not the name. */
  readonly by?: string;
  readonly path: readonly (string | number)[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Every entry of a file: parents before children, templates before the clusters that use them. */
export function* entriesIn(file: SettingsFile): Generator<SettingsEntry> {
  const root: Place = { key: null, keys: [], nameList: [], path: [] };
  // Webhooks refer to sub groups, so they come after them.
  const templates: (readonly [SettingsFile['templates'][number], Place])[] = [];
  for (const [index, template] of file.templates.entries()) {
    const { name, description, owner, settings } = template;
    const fields = { name, ...present({ description, owner }), ...settings };
    const [entry, place] = part(root, { kind: 'template', name, path: ['templates', index], fields });
    yield entry;
    templates.push([template, place]);
  }
  for (const [index, group] of file.metaGroups.entries()) yield* inMetaGroup(root, group, index);
  for (const [template, place] of templates)
    for (const [index, { forSubGroups, name, ...rest }] of (template.webhooks ?? []).entries()) {
      const subGroupKeys = forSubGroups
        ?.map(({ metaGroup, subGroup }) => subGroupKey(metaGroup, subGroup))
        .toSorted();
      const fields = { name, ...present(rest), forSubGroups: subGroupKeys ?? null };
      yield part(place, { kind: 'webhook', name, path: ['webhooks', index], fields })[0];
    }
}

function* inMetaGroup(
  root: Place,
  { name, owner, subGroups = [] }: SettingsFile['metaGroups'][number],
  index: number,
): Generator<SettingsEntry> {
  const fields = { name, ...present({ owner }) };
  const [metaGroup, place] = part(root, { kind: 'metaGroup', name, path: ['metaGroups', index], fields });
  yield metaGroup;
  for (const [subIndex, subGroup] of subGroups.entries()) {
    const path = ['subGroups', subIndex];
    const [entry, inside] = part(place, {
      kind: 'subGroup',
      name: subGroup.name,
      path,
      fields: { name: subGroup.name },
    });
    yield entry;
    for (const [at, userId] of (subGroup.members ?? []).entries())
      yield part(inside, { kind: 'member', name: userId, path: ['members', at], fields: {} })[0];
    for (const [at, cluster] of (subGroup.clusters ?? []).entries()) yield* inCluster(inside, cluster, at);
  }
}

type FileCluster = NonNullable<
  NonNullable<SettingsFile['metaGroups'][number]['subGroups']>[number]['clusters']
>[number];

function* inCluster(subGroup: Place, cluster: FileCluster, index: number): Generator<SettingsEntry> {
  const { name, template, isMonitored, settings, eventAlarms = [], objects = [] } = cluster;
  const fields = { name, template: nameKey(template), ...present({ isMonitored }), ...settings };
  const [entry, place] = part(subGroup, { kind: 'cluster', name, path: ['clusters', index], fields });
  yield entry;
  for (const [at, alarm] of eventAlarms.entries())
    yield part(place, { kind: 'eventAlarm', name: alarm.name, path: ['eventAlarms', at], fields: alarm })[0];
  for (const [at, object] of objects.entries())
    yield part(place, {
      kind: 'object',
      name: [object.kind, object.namespace, object.name].filter((text) => text !== null).join('/'),
      by: objectKey(object),
      path: ['objects', at],
      fields: { ...present({ isMonitored: object.isMonitored }), ...object.settings },
    })[0];
}

/** The key of an entry from the kinds and names of its parents and itself, outermost first. */
export function entryKey(...parts: readonly (readonly [kind: EntryKind, name: string])[]): string {
  return JSON.stringify(parts.flatMap(([kind, name]) => [kind, nameKey(name)]));
}

export function objectEntryKey(clusterKey: string, object: ObjectIdentity): string {
  const keys: unknown[] = JSON.parse(clusterKey);
  return JSON.stringify([...keys, 'object', objectKey(object)]);
}

function part(around: Place, { kind, name, by = nameKey(name), path, fields }: Part): [SettingsEntry, Place] {
  const keys = [...around.keys, kind, by];
  const place = {
    key: JSON.stringify(keys),
    keys,
    nameList: [...around.nameList, name],
    path: [...around.path, ...path],
  };
  const { key, nameList } = place;
  return [{ kind, key, parentKey: around.key, nameList, path: place.path, fields }, place];
}

export function subGroupKey(metaGroup: string, subGroup: string): string {
  return entryKey(['metaGroup', metaGroup], ['subGroup', subGroup]);
}

export function templateKey(name: string): string {
  return entryKey(['template', name]);
}

interface ObjectIdentity {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** Names in Kubernetes are case-sensitive. */
function objectKey(object: ObjectIdentity): string {
  return JSON.stringify([object.kind, object.namespace, object.name]);
}

const ITEMS: ReadonlySet<string> = new Set(alarmItemKeys);

export function isAlarmItem(field: string): boolean {
  return ITEMS.has(field);
}

function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
/** Writes a position in a file as `metaGroups[0].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const text = String(part).slice(0, 100);
      const isWord = /^[A-Za-z_]\w*$/.test(text);
      if (!isWord) return `[${JSON.stringify(text)}]`;
      return index === 0 ? text : `.${text}`;
    })
    .join('')
    .slice(0, 500);
}
