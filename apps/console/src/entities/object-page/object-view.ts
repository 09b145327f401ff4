import { ObjectId } from '@gwanje/contract/definition/fields';
import type { StatisticsGap } from '@gwanje/contract/objects/object-calls';
import type { MonResult } from '@gwanje/contract/objects/object-states';
import type { PageKind } from '@gwanje/kinds/registry';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import { dimIfStale, monResultAppearance } from '#components/list/columns/state-appearance.ts';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import { clusterAddress } from '#entities/inventory/object-address.ts';
import type { StateChange } from './panels/timeline.ts';

interface Crumb {
  readonly id: string;
  readonly label: string;
  readonly href: string | null;
}

/** The fields that the info calls of all kinds have. */
export interface ObjectInfo {
  readonly hostId: number;
  readonly clusterName: string;
  readonly name: string;
  readonly serverTime: string;
  readonly dataAt: string | null;
  readonly lastSeenAt: string | null;
  readonly isStale: boolean;
  readonly deletedAt: string | null;
  readonly changeList: readonly StateChange[];
  /** Null: it has statistics. Absent for kinds without statistics. */
  readonly statisticsGap?: StatisticsGap | null;
  /** Absent for kinds that alarms do not monitor. */
  readonly monResult?: MonResult;
}

/** The content of the frame of an object page. */
export interface ObjectView extends ObjectInfo {
  readonly kind: PageKind;
  readonly id: number;
  readonly crumbs: readonly Crumb[];
  /** The object's own state, its monitoring result if that is not normal, and further states of its kind. */
  readonly states: readonly StateAppearance[];
  /** True if no value of the object has arrived yet. */
  readonly hasNoData: boolean;
  readonly eventFilter: { readonly objectId: ObjectId; readonly containerName?: string[] };
  /** Other objects that had this object's name, or have it now. */
  readonly sameNameIds: readonly number[];
  readonly moreTabs: readonly { readonly path: string; readonly labelKey: PlainKey }[];
}

/** The parts of the view that each kind decides. */
export interface KindOfView<Info> {
  readonly key: PageKind;
  readonly state: (info: Info, texts: Texts) => StateAppearance;
  readonly moreStates?: (info: Info, texts: Texts) => readonly StateAppearance[];
  /** The breadcrumb between the cluster and the object. */
  readonly crumbs?: (info: Info) => readonly Crumb[];
  /** True if the object has no values yet but will have, for example a pod that is pending or has just started. */
  readonly isWaiting?: (info: Info) => boolean;
  /** Absent: the events of the object itself. */
  readonly eventFilter?: (info: Info) => ObjectView['eventFilter'];
  readonly sameNameIds?: (info: Info) => readonly number[];
  /** Pages of other features about the object. */
  readonly moreTabs?: ObjectView['moreTabs'];
}

export function objectView<Info extends ObjectInfo>(
  kind: KindOfView<Info>,
  id: number,
  info: Info,
  texts: Texts,
): ObjectView {
  const { hostId, clusterName, dataAt, isStale, deletedAt, monResult } = info;
  const isDeleted = deletedAt !== null;
  const own = kind.state(info, texts);
  // The last state of a deleted object has no colour, and a deleted object is not monitored.
  const states = isDeleted
    ? [{ ...own, colour: 'grey' as const }]
    : [
        dimIfStale(own, isStale),
        ...(monResult && monResult !== 'normal' ? [monResultAppearance(monResult, texts)] : []),
        ...(kind.moreStates?.(info, texts) ?? []),
      ];
  return {
    ...info,
    kind: kind.key,
    id,
    crumbs: [
      { id: 'cluster', label: clusterName, href: clusterAddress(hostId) },
      ...(kind.crumbs?.(info) ?? []),
    ],
    states,
    hasNoData: !isDeleted && dataAt === null && (isStale || (kind.isWaiting?.(info) ?? false)),
    eventFilter: kind.eventFilter?.(info) ?? { objectId: ObjectId.parse(id) },
    sameNameIds: kind.sameNameIds?.(info) ?? [],
    moreTabs: kind.moreTabs ?? [],
  };
}

/** The later of the two times: the agent sends the object only when it changes, but its values regularly. */
export function lastContactAt({
  lastSeenAt,
  dataAt,
}: Pick<ObjectInfo, 'lastSeenAt' | 'dataAt'>): string | null {
  if (lastSeenAt === null || dataAt === null) return lastSeenAt ?? dataAt;
  return Date.parse(dataAt) > Date.parse(lastSeenAt) ? dataAt : lastSeenAt;
}
