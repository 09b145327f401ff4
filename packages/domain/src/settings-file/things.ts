import { alarmItemKeys } from '@gwanje/contract/alarm-items';
import { nameKey } from '@gwanje/contract/names';
import type { SettingsFile, ThingKind } from '@gwanje/contract/settings-file';

/** One thing that a file tells of or an installation has, apart from what is in it. */
export interface Thing {
  readonly kind: ThingKind;
  /** What makes it the same thing in a file and in an installation: its kind and the names around it. */
  readonly key: string;
  readonly parentKey: string | null;
  /** As people call it, from the outermost in. */
  readonly nameList: readonly string[];
  /** Where it stands in the file. */
  readonly path: readonly (string | number)[];
  /** What is said of it; a field that is absent stays as it is. Names it refers to are keys of names. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type Place = Pick<Thing, 'nameList' | 'path'> & {
  readonly key: string | null;
  readonly keys: readonly string[];
};
interface Part {
  readonly kind: ThingKind;
  readonly name: string;
  /** Where it is not the name: what tells it from its like. */
  readonly by?: string;
  readonly path: readonly (string | number)[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Everything a file tells of, the outer before the inner, templates before the clusters that use them. */
export function* thingsIn(file: SettingsFile): Generator<Thing> {
  const root: Place = { key: null, keys: [], nameList: [], path: [] };
  // Webhooks name sub groups, so they come after these.
  const templates: (readonly [SettingsFile['templates'][number], Place])[] = [];
  for (const [index, template] of file.templates.entries()) {
    const { name, description, owner, settings } = template;
    const fields = { name, ...present({ description, owner }), ...settings };
    const [thing, place] = part(root, { kind: 'template', name, path: ['templates', index], fields });
    yield thing;
    templates.push([template, place]);
  }
  for (const [index, group] of file.metaGroups.entries()) yield* inMetaGroup(root, group, index);
  for (const [template, place] of templates)
    for (const [index, { forSubGroups, name, ...rest }] of (template.webhooks ?? []).entries()) {
      const of = forSubGroups?.map(({ metaGroup, subGroup }) => subGroupKey(metaGroup, subGroup)).toSorted();
      const fields = { name, ...present(rest), forSubGroups: of ?? null };
      yield part(place, { kind: 'webhook', name, path: ['webhooks', index], fields })[0];
    }
}

function* inMetaGroup(
  root: Place,
  { name, owner, subGroups = [] }: SettingsFile['metaGroups'][number],
  index: number,
): Generator<Thing> {
  const fields = { name, ...present({ owner }) };
  const [metaGroup, place] = part(root, { kind: 'metaGroup', name, path: ['metaGroups', index], fields });
  yield metaGroup;
  for (const [subIndex, subGroup] of subGroups.entries()) {
    const path = ['subGroups', subIndex];
    const [thing, inside] = part(place, {
      kind: 'subGroup',
      name: subGroup.name,
      path,
      fields: { name: subGroup.name },
    });
    yield thing;
    for (const [at, userId] of (subGroup.members ?? []).entries())
      yield part(inside, { kind: 'member', name: userId, path: ['members', at], fields: {} })[0];
    for (const [at, cluster] of (subGroup.clusters ?? []).entries()) yield* inCluster(inside, cluster, at);
  }
}

type FileCluster = NonNullable<
  NonNullable<SettingsFile['metaGroups'][number]['subGroups']>[number]['clusters']
>[number];

function* inCluster(subGroup: Place, cluster: FileCluster, index: number): Generator<Thing> {
  const { name, template, isMonitored, settings, eventAlarms = [], objects = [] } = cluster;
  const fields = { name, template: nameKey(template), ...present({ isMonitored }), ...settings };
  const [thing, place] = part(subGroup, { kind: 'cluster', name, path: ['clusters', index], fields });
  yield thing;
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

/** The key of what has these kinds and names around and in it, the outermost first. */
export function thingKey(...parts: readonly (readonly [kind: ThingKind, name: string])[]): string {
  return JSON.stringify(parts.flatMap(([kind, name]) => [kind, nameKey(name)]));
}

export function objectThingKey(clusterKey: string, object: ObjectIdentity): string {
  const keys: unknown[] = JSON.parse(clusterKey);
  return JSON.stringify([...keys, 'object', objectKey(object)]);
}

function part(around: Place, { kind, name, by = nameKey(name), path, fields }: Part): [Thing, Place] {
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
  return thingKey(['metaGroup', metaGroup], ['subGroup', subGroup]);
}

export function templateKey(name: string): string {
  return thingKey(['template', name]);
}

interface ObjectIdentity {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** Kubernetes tells names apart by case. */
function objectKey(object: ObjectIdentity): string {
  return JSON.stringify([object.kind, object.namespace, object.name]);
}

const ITEMS: ReadonlySet<string> = new Set(alarmItemKeys);

export function isItem(field: string): boolean {
  return ITEMS.has(field);
}

function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
