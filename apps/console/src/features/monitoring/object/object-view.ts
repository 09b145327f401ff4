import { ContainerId, NodeId, ObjectId, PodId } from '@gwanje/contract/ids';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import {
  containerStateAppearance,
  dimIfStale,
  monResultAppearance,
  nodeConditionAppearance,
  podStatusAppearance,
} from '#components/list/columns/state-appearance.ts';
import type { CellContext } from '#components/list/define-list.ts';
import { childLook, namedLook } from '#entities/inventory/child-state.ts';
import type { ChooserKind } from '../chooser/chooser-rows.ts';
import { clusterHref, objectHref } from '../mon-address.ts';
import type { StateChange } from '../parts/happenings.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from './object-queries.ts';

interface Crumb {
  readonly id: string;
  readonly label: string;
  readonly href: string | null;
}

/** What every page of an object shows around its content. */
export interface ObjectView {
  readonly kind: ChooserKind;
  readonly id: number;
  readonly hostId: number;
  readonly name: string;
  readonly crumbs: readonly Crumb[];
  /** Its own state, what monitoring says of it where that is more, and of a node the worst of its pods. */
  readonly states: readonly StateAppearance[];
  readonly serverTime: string;
  readonly dataAt: string | null;
  readonly isStale: boolean;
  /** No value has come of it yet, whatever time is looked at. */
  readonly isNeverHeard: boolean;
  readonly deletedAt: string | null;
  readonly changeList: readonly StateChange[];
  readonly eventFilter: { readonly objectId: ObjectId; readonly containerName?: string[] };
  /** Of a node: others that had its name, or have it now. */
  readonly sameNameIds: readonly number[];
}

type Words = Pick<CellContext, 't' | 'language'>;

type Life = Pick<NodeInfo, 'monResult' | 'deletedAt' | 'isStale'>;

/** What has ended has no values of now either, but nobody waits for them. */
function isAwaited({
  dataAt,
  deletedAt,
  isStale,
}: Pick<NodeInfo, 'dataAt' | 'deletedAt' | 'isStale'>): boolean {
  return deletedAt === null && dataAt === null && isStale;
}

function isYetToRun({ dataAt, deletedAt, phase }: Pick<PodInfo, 'dataAt' | 'deletedAt' | 'phase'>): boolean {
  return deletedAt === null && dataAt === null && phase === 'Pending';
}

/** Nobody watches what is gone, and that it is gone is said already. */
function statesOf(own: StateAppearance, info: Life, words: Words): StateAppearance[] {
  if (info.monResult === 'normal' || info.deletedAt !== null) return [asOf(own, info)];
  return [asOf(own, info), monResultAppearance(info.monResult, words)];
}

/** The last state of what is gone is no state of now: it has no colour. */
function asOf(
  look: StateAppearance,
  { deletedAt, isStale }: Pick<Life, 'deletedAt' | 'isStale'>,
): StateAppearance {
  return deletedAt === null ? dimIfStale(look, isStale) : { ...look, colour: 'grey' };
}

function podStates(node: NodeInfo, words: Words): StateAppearance[] {
  return node.deletedAt === null ? namedLook(childLook(node, words), words.t('columns.podStates')) : [];
}

function clusterCrumb({ hostId, clusterName }: { hostId: number; clusterName: string }): Crumb {
  return { id: 'cluster', label: clusterName, href: clusterHref('/mon/summary', hostId) };
}

export function nodeView(info: NodeInfo, words: Words): ObjectView {
  return {
    kind: 'node',
    id: NodeId.parse(info.nodeId),
    hostId: info.hostId,
    name: info.name,
    crumbs: [clusterCrumb(info)],
    states: [
      ...statesOf(nodeConditionAppearance(info.condition, words), info, words),
      ...podStates(info, words),
    ],
    serverTime: info.serverTime,
    dataAt: info.dataAt,
    isStale: info.isStale,
    isNeverHeard: isAwaited(info),
    deletedAt: info.deletedAt,
    changeList: info.changeList,
    eventFilter: { objectId: ObjectId.parse(info.nodeId) },
    sameNameIds: info.sameNameNodeIdList,
  };
}

export function podView(info: PodInfo, words: Words): ObjectView {
  const node: Crumb[] =
    info.nodeName === null
      ? []
      : [
          {
            id: 'node',
            label: info.nodeName,
            href: info.nodeId === null ? null : objectHref('node', info.nodeId, info.hostId),
          },
        ];
  return {
    kind: 'pod',
    id: PodId.parse(info.podId),
    hostId: info.hostId,
    name: info.name,
    crumbs: [clusterCrumb(info), ...node, { id: 'namespace', label: info.namespace, href: null }],
    states: statesOf(podStatusAppearance(info.status, words), info, words),
    serverTime: info.serverTime,
    dataAt: info.dataAt,
    isStale: info.isStale,
    isNeverHeard: isAwaited(info) || isYetToRun(info),
    deletedAt: info.deletedAt,
    changeList: info.changeList,
    eventFilter: { objectId: ObjectId.parse(info.podId) },
    sameNameIds: [],
  };
}

export function containerView(info: ContainerInfo, words: Words): ObjectView {
  return {
    kind: 'container',
    id: ContainerId.parse(info.containerId),
    hostId: info.hostId,
    name: info.name,
    crumbs: [
      clusterCrumb(info),
      { id: 'namespace', label: info.namespace, href: null },
      { id: 'pod', label: info.podName, href: objectHref('pod', info.podId, info.hostId) },
    ],
    states: [asOf(containerStateAppearance(info.state, words), info)],
    serverTime: info.serverTime,
    dataAt: info.dataAt,
    isStale: info.isStale,
    isNeverHeard: isAwaited(info),
    deletedAt: info.deletedAt,
    changeList: info.changeList,
    // Kubernetes tells of containers at their pod.
    eventFilter: { objectId: ObjectId.parse(info.podId), containerName: [info.name] },
    sameNameIds: [],
  };
}

interface Heard {
  readonly lastSeenAt: string | null;
  readonly dataAt: string | null;
}

/** Of what it is one hears when it changes, of its values all the time. */
export function lastHeardAt({ lastSeenAt, dataAt }: Heard): string | null {
  if (lastSeenAt === null || dataAt === null) return lastSeenAt ?? dataAt;
  return Date.parse(dataAt) > Date.parse(lastSeenAt) ? dataAt : lastSeenAt;
}
