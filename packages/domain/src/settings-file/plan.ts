import { ChannelKey, channels, secretAddressFields } from '@gwanje/contract/alarms/channels';
import { MAX_WEBHOOKS } from '@gwanje/contract/alarms/webhooks';
import { nameKey } from '@gwanje/contract/definition/fields';
import { MAX_REPORT_SCHEDULES } from '@gwanje/contract/reports/report-schedules';
import type { FileError, ImportPlan, SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { entriesIn, isAlarmItem, pathText, type SettingsEntry, templateKey } from './settings-entries.ts';

/** The facts that an import needs about a user in the file. */
export interface KnownUser {
  readonly userId: string;
  /** True: an admin who can sign in. Only such a user may own a group. */
  readonly mayOwn: boolean;
  readonly isTotalAdmin: boolean;
}

export interface Installation {
  /** The current export, with the addresses of webhooks. */
  readonly file: SettingsFile;
  readonly users: ReadonlyMap<string, KnownUser>;
  /** Keys of the existing objects, with or without settings. */
  readonly objectKeys: ReadonlySet<string>;
}

export interface PlannedStep {
  readonly entry: SettingsEntry;
  readonly isNew: boolean;
  /** The changed fields; for a new entry all fields. */
  readonly changed: Readonly<Record<string, unknown>>;
  /** The current fields; empty for a new entry. */
  readonly before: Readonly<Record<string, unknown>>;
}

export interface Planned {
  readonly errors: readonly Omit<FileError, 'line'>[];
  /** Sorted so that an entry comes after the entries that it refers to. */
  readonly steps: readonly PlannedStep[];
  readonly plan: ImportPlan;
}

type Warning = ImportPlan['warningList'][number];

/** Computes what an import would do. It deletes nothing: entries that are not in the file stay. */
export function planImport(file: SettingsFile, here: Installation): Planned {
  const current = new Map([...entriesIn(here.file)].map((entry) => [entry.key, entry]));
  const wanted = [...entriesIn(file)];
  const keys = new Set([...current.keys(), ...wanted.map(({ key }) => key)]);
  const steps: PlannedStep[] = [];
  const warningList: Warning[] = [];
  let sameCnt = 0;
  for (const entry of wanted) {
    const checked = leaveOut(entry, here, warningList);
    if (!checked) continue;
    const before = current.get(entry.key)?.fields ?? unsetOf(entry);
    const changed = Object.fromEntries(
      Object.entries(checked.fields).filter(([field, value]) => !isSame(value, before?.[field])),
    );
    if (before && Object.keys(changed).length === 0) sameCnt++;
    else steps.push({ entry: checked, isNew: before === undefined, changed, before: before ?? {} });
    warnOf(checked, before, current, warningList);
  }
  const shown = ({ entry, changed, isNew }: PlannedStep) => ({
    kind: entry.kind,
    nameList: [...entry.nameList],
    fieldList: isNew ? [] : Object.keys(changed),
  });
  return {
    errors: [...unknownReferences(wanted, keys), ...tooMany(wanted, current)],
    steps,
    plan: {
      createList: steps.filter(({ isNew }) => isNew).map(shown),
      changeList: steps.filter(({ isNew }) => !isNew).map(shown),
      sameCnt,
      onlyHereList: onlyHere(wanted, current),
      warningList,
    },
  };
}

/** An object without settings is monitored, with the settings of its cluster. */
function unsetOf({ kind }: SettingsEntry): Readonly<Record<string, unknown>> | undefined {
  return kind === 'object' ? { isMonitored: true } : undefined;
}

/** Removes unknown users and objects from the entry. Undefined when nothing is left. */
function leaveOut(
  entry: SettingsEntry,
  { users, objectKeys }: Installation,
  warnings: Warning[],
): SettingsEntry | undefined {
  const warn = (reason: Warning['reason'], detail: string | null = null) =>
    warnings.push({ reason, kind: entry.kind, nameList: [...entry.nameList], detail });
  if (entry.kind === 'object') {
    if (objectKeys.has(entry.key)) return entry;
    warn('unknownObject');
    return undefined;
  }
  if (entry.kind === 'member') {
    const userId = entry.nameList.at(-1) ?? '';
    const user = users.get(userId);
    if (user && !user.isTotalAdmin) return entry;
    warn(user ? 'totalAdmin' : 'unknownUser', userId);
    return undefined;
  }
  const { owner, ...rest } = entry.fields;
  if (typeof owner === 'string') {
    const user = users.get(owner);
    if (!user || (entry.kind === 'metaGroup' && !user.mayOwn)) {
      warn(user ? 'notAnAdmin' : 'unknownUser', owner);
      return { ...entry, fields: rest };
    }
  }
  const { scopeUser } = entry.fields;
  if (typeof scopeUser === 'string' && !users.has(scopeUser)) {
    warn('unknownScopeUser', scopeUser);
    return undefined;
  }
  return entry;
}

function warnOf(
  entry: SettingsEntry,
  before: Readonly<Record<string, unknown>> | undefined,
  current: ReadonlyMap<string, SettingsEntry>,
  warnings: Warning[],
): void {
  const { kind, fields } = entry;
  const nameList = [...entry.nameList];
  if (kind === 'webhook' && lacksAddress({ ...before, ...fields }))
    warnings.push({ reason: 'noAddress', kind, nameList, detail: null });
  if (kind === 'cluster' && !before) {
    const key = nameKey(entry.nameList.at(-1) ?? '');
    const elsewhere = [...current.values()].find(
      (other) => other.kind === 'cluster' && nameKey(other.nameList.at(-1) ?? '') === key,
    );
    if (elsewhere)
      warnings.push({ reason: 'elsewhere', kind, nameList, detail: elsewhere.nameList.join(' / ') });
  }
}

/** A file contains no secret address. The webhook sends nothing until a user enters it. */
function lacksAddress(fields: Readonly<Record<string, unknown>>): boolean {
  const channel = ChannelKey.safeParse(fields.kind).data;
  const needed = channel ? channels[channel].needs : [];
  return needed.some((field) => secretAddressFields.has(field) && typeof fields[field] !== 'string');
}

function onlyHere(
  wanted: readonly SettingsEntry[],
  current: ReadonlyMap<string, SettingsEntry>,
): ImportPlan['onlyHereList'] {
  const inFile = new Map(wanted.map((entry) => [entry.key, entry]));
  const list: ImportPlan['onlyHereList'] = [];
  for (const { kind, key, parentKey, nameList, fields } of current.values()) {
    const entry = inFile.get(key);
    if (!entry) {
      // Children of an entry that is only in the installation are not listed: the parent covers them.
      if (parentKey === null || inFile.has(parentKey))
        list.push({ kind, nameList: [...nameList], fieldList: [] });
      continue;
    }
    const items = Object.keys(fields).filter(
      (field) => isAlarmItem(field) && !Object.hasOwn(entry.fields, field),
    );
    if (items.length > 0) list.push({ kind, nameList: [...nameList], fieldList: items });
  }
  return list;
}

function* unknownReferences(
  wanted: readonly SettingsEntry[],
  keys: ReadonlySet<string>,
): Generator<Omit<FileError, 'line'>> {
  for (const { kind, fields, path } of wanted) {
    if (kind === 'cluster' && typeof fields.template === 'string' && !keys.has(templateKey(fields.template)))
      yield { path: pathText([...path, 'template']), reason: 'unknownTemplate', detail: fields.template };
    if (
      kind === 'webhook' &&
      Array.isArray(fields.forSubGroups) &&
      fields.forSubGroups.some((key) => !keys.has(key))
    )
      yield { path: pathText([...path, 'forSubGroups']), reason: 'unknownSubGroup', detail: null };
  }
}

/** Entries of which a parent may have only so many, with the field of the parent. */
const LIMITED = [
  { kind: 'webhook', parent: 'template', field: 'webhooks', max: MAX_WEBHOOKS },
  { kind: 'reportSchedule', parent: 'metaGroup', field: 'reportSchedules', max: MAX_REPORT_SCHEDULES },
] as const;

function* tooMany(
  wanted: readonly SettingsEntry[],
  current: ReadonlyMap<string, SettingsEntry>,
): Generator<Omit<FileError, 'line'>> {
  const all = new Map([...current, ...wanted.map((entry) => [entry.key, entry] as const)]);
  for (const { kind: limited, parent, field, max } of LIMITED) {
    const children = Map.groupBy(
      [...all.values()].filter(({ kind }) => kind === limited),
      ({ parentKey }) => parentKey,
    );
    for (const { kind, key, path } of wanted)
      if (kind === parent && (children.get(key)?.length ?? 0) > max)
        yield { path: pathText([...path, field]), reason: 'tooMany', detail: String(max) };
  }
}

/** The order of an object's keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
