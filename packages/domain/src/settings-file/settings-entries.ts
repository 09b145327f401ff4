import { type AlarmSettings, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { nameKey } from '@gwanje/contract/definition/fields';
import type {
  EntryKind,
  FileCluster,
  FileErrorReason,
  FileObject,
  SettingsFile,
} from '@gwanje/kinds/calls/settings-file';
import { type KindKey, sourceOf } from '@gwanje/kinds/registry';
import { alarmItems, settingError } from '../alarms/registry.ts';

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
  /** The alarm settings among the fields. */
  readonly settings?: AlarmSettings | undefined;
  /** For the settings of a Kubernetes object. */
  readonly object?: ObjectIdentity;
  /** The part of the file. */
  readonly source: unknown;
}

type Place = Pick<SettingsEntry, 'nameList' | 'path'> & {
  readonly key: string | null;
  readonly keys: readonly string[];
};
type Part = Omit<SettingsEntry, 'key' | 'parentKey' | 'nameList'> & { readonly name: string };

/** Every entry of a file: parents before children, templates before the clusters that use them. */
export function* entriesIn(file: SettingsFile): Generator<SettingsEntry> {
  const root: Place = { key: null, keys: [], nameList: [], path: [] };
  // Webhooks refer to sub groups, so they come after them.
  const templates: (readonly [SettingsFile['templates'][number], Place])[] = [];
  for (const [index, template] of file.templates.entries()) {
    const { name, description, owner, settings } = template;
    const fields = { name, ...present({ description, owner }) };
    const path = ['templates', index];
    const [entry, place] = part(root, { kind: 'template', name, path, fields, settings, source: template });
    yield entry;
    templates.push([template, place]);
  }
  for (const [index, group] of file.metaGroups.entries()) yield* inMetaGroup(root, group, index);
  for (const [template, place] of templates)
    for (const [index, source] of (template.webhooks ?? []).entries()) {
      const { forSubGroups, name, ...rest } = source;
      const subGroupKeys = forSubGroups
        ?.map(({ metaGroup, subGroup }) => subGroupKey(metaGroup, subGroup))
        .toSorted();
      const fields = { name, ...present(rest), forSubGroups: subGroupKeys ?? null };
      yield part(place, { kind: 'webhook', name, path: ['webhooks', index], fields, source })[0];
    }
}

function* inMetaGroup(
  root: Place,
  source: SettingsFile['metaGroups'][number],
  index: number,
): Generator<SettingsEntry> {
  const { name, owner, reportSchedules = [], subGroups = [] } = source;
  const fields = { name, ...present({ owner }) };
  const path = ['metaGroups', index];
  const [metaGroup, place] = part(root, { kind: 'metaGroup', name, path, fields, source });
  yield metaGroup;
  for (const [at, schedule] of reportSchedules.entries()) {
    const path = ['reportSchedules', at];
    yield part(place, {
      kind: 'reportSchedule',
      name: schedule.name,
      path,
      fields: schedule,
      source: schedule,
    })[0];
  }
  for (const [subIndex, subGroup] of subGroups.entries()) {
    const { name, logReaders, members = [], clusters = [] } = subGroup;
    const path = ['subGroups', subIndex];
    const fields = { name, ...present({ logReaders }) };
    const [entry, inside] = part(place, { kind: 'subGroup', name, path, fields, source: subGroup });
    yield entry;
    for (const [at, userId] of members.entries())
      yield part(inside, {
        kind: 'member',
        name: userId,
        path: ['members', at],
        fields: {},
        source: userId,
      })[0];
    for (const [at, cluster] of clusters.entries()) yield* inCluster(inside, cluster, at);
  }
}

function* inCluster(subGroup: Place, source: FileCluster, index: number): Generator<SettingsEntry> {
  const { name, template, isMonitored, settings, eventAlarms = [], objects = [] } = source;
  const fields = { name, template: nameKey(template), ...present({ isMonitored }) };
  const path = ['clusters', index];
  const [entry, place] = part(subGroup, { kind: 'cluster', name, path, fields, settings, source });
  yield entry;
  for (const [at, alarm] of eventAlarms.entries()) {
    const path = ['eventAlarms', at];
    yield part(place, { kind: 'eventAlarm', name: alarm.name, path, fields: alarm, source: alarm })[0];
  }
  for (const [at, object] of objects.entries())
    yield part(place, {
      kind: 'object',
      name: [object.kind, object.namespace, object.name].filter((text) => text !== null).join('/'),
      path: ['objects', at],
      fields: present({ isMonitored: object.isMonitored }),
      settings: object.settings,
      object,
      source: object,
    })[0];
}

/** The key of an entry from the kinds and names of its parents and itself, outermost first. */
function entryKey(...parts: readonly (readonly [kind: EntryKind, name: string])[]): string {
  return JSON.stringify(parts.flatMap(([kind, name]) => [kind, nameKey(name)]));
}

function part(around: Place, { name, path: own, ...entry }: Part): [SettingsEntry, Place] {
  const { kind, fields, settings, object } = entry;
  const keys = [...around.keys, kind, object ? objectKey(object) : nameKey(name)];
  const key = JSON.stringify(keys);
  const nameList = [...around.nameList, name];
  const path = [...around.path, ...own];
  const place = { key, keys, nameList, path };
  return [
    { ...entry, key, parentKey: around.key, nameList, path, fields: { ...fields, ...settings } },
    place,
  ];
}

export function subGroupKey(metaGroup: string, subGroup: string): string {
  return entryKey(['metaGroup', metaGroup], ['subGroup', subGroup]);
}

export function templateKey(name: string): string {
  return entryKey(['template', name]);
}

type ObjectIdentity = Pick<FileObject, 'kind' | 'namespace' | 'name'>;

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

type Path = readonly (string | number)[];
export interface FoundError {
  readonly path: Path;
  readonly reason: FileErrorReason;
  readonly detail: string | null;
}

/** Checks that concern several fields: settings that could never raise an alarm, and duplicate entries. */
export function* checkFile(file: SettingsFile): Generator<FoundError> {
  const seen = new Map<string, Path>();
  for (const { key, path, nameList, settings, object } of entriesIn(file)) {
    const first = seen.get(key);
    // Names are equal regardless of case.
    if (first) yield { path, reason: 'duplicate', detail: `${nameList.at(-1)} (${pathText(first)})` };
    else seen.set(key, path);
    yield* unsound(settings, object ? sourceOf(object.kind).kind : 'cluster', [...path, 'settings']);
  }
}

function* unsound(settings: AlarmSettings | undefined, target: KindKey, path: Path): Generator<FoundError> {
  for (const key of alarmItemKeys) {
    const setting = settings?.[key];
    if (!setting) continue;
    // A cluster may set the items of all objects in it.
    const reason =
      target !== 'cluster' && alarmItems[key].target !== target ? 'otherTarget' : settingError(key, setting);
    if (reason) yield { path: [...path, key], reason, detail: null };
  }
}
