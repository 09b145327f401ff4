import { type AlarmTarget, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import type { Language } from '@gwanje/domain/i18n/language';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { type ExcludableKind, excludableKinds, type KindKey, kinds } from '@gwanje/kinds/registry';

/** The name of a kind in addresses, as in the name of its id: `pvc` for claims. The id of a cluster is its `hostId`. */
export type KindSegment<Kind extends KindKey> = Kind extends 'cluster'
  ? 'cluster'
  : (typeof kinds)[Kind]['idName'] extends `${infer Segment}Id`
    ? Segment
    : never;

export function kindSegment<Kind extends KindKey>(kind: Kind): KindSegment<Kind> {
  // The cast repeats what the return type states.
  return (kind === 'cluster' ? kind : kinds[kind].idName.slice(0, -'Id'.length)) as KindSegment<Kind>;
}

type KindRoute =
  | `settingMon${Capitalize<KindSegment<ExcludableKind>>}List`
  | `settingAlarm${Capitalize<KindSegment<AlarmTarget>>}Item`;

/** The titles of the settings of each kind: its label with these endings. */
export function kindTitles(
  language: Language,
  settings: string,
  alarmSettings: string,
): Readonly<Record<KindRoute, string>> {
  const segment = (kind: KindKey) => capitalised(kindSegment(kind));
  const titles = [
    ...excludableKinds.map((kind) => [kind, `settingMon${segment(kind)}List`, settings] as const),
    ...alarmTargets.map((kind) => [kind, `settingAlarm${segment(kind)}Item`, alarmSettings] as const),
  ];
  return Object.fromEntries(
    titles.map(([kind, name, ending]) => [name, `${kinds[kind].labels[language]} ${ending}`]),
  ) as Record<KindRoute, string>;
}
