import { type AlarmSettings, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import type { FileErrorReason, SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { type KindKey, sourceOf } from '@gwanje/kinds/registry';
import { alarmItems } from '../alarms/registry.ts';
import { settingError } from '../alarms/settings.ts';
import { entriesIn, pathText } from './settings-entries.ts';

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
