import { ContainerId, NodeId, ObjectId, PodId } from '@gwanje/contract/definition/ids';
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
import type { StateChange } from '../panels/timeline.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from './object-queries.ts';

interface Crumb {
  readonly id: string;
  readonly label: string;
  readonly href: string | null;
}

/** What the frame of every object page shows around the content. */
export interface ObjectView {
  readonly kind: ChooserKind;
  readonly id: number;
  readonly hostId: number;
  readonly name: string;
  readonly crumbs: readonly Crumb[];
  /** The object's own state, its monitoring result if that is not normal, and for a node the worst state of its pods. */
  readonly states: readonly StateAppearance[];
  readonly serverTime: string;
  readonly dataAt: string | null;
  readonly isStale: boolean;
  /** The object has not sent any value yet. */
  readonly hasNoData: boolean;
  readonly deletedAt: string | null;
  readonly changeList: readonly StateChange[];
  readonly eventFilter: { readonly objectId: ObjectId; readonly containerName?: string[] };
  /** Other nodes that had this node's name, or have it now. */
  readonly sameNameIds: readonly number[];
}

export type Texts = Pick<CellContext, 't' | 'language'>;

type AnyInfo = NodeInfo | PodInfo | ContainerInfo;

/** The fields that are equal for all kinds. */
function baseView(info: AnyInfo) {
  const { hostId, name, serverTime, dataAt, isStale, deletedAt, changeList } = info;
  const hasNoData = deletedAt === null && dataAt === null && isStale;
  return { hostId, name, serverTime, dataAt, isStale, deletedAt, changeList, hasNoData, sameNameIds: [] };
}

/** A deleted object is not monitored. */
function statesOf(own: StateAppearance, info: NodeInfo | PodInfo, texts: Texts): StateAppearance[] {
  if (info.monResult === 'normal' || info.deletedAt !== null) return [stateAsOf(own, info)];
  return [stateAsOf(own, info), monResultAppearance(info.monResult, texts)];
}

/** The last state of a deleted object has no colour. */
function stateAsOf(state: StateAppearance, { deletedAt, isStale }: AnyInfo): StateAppearance {
  return deletedAt === null ? dimIfStale(state, isStale) : { ...state, colour: 'grey' };
}

function podStates(node: NodeInfo, texts: Texts): StateAppearance[] {
  return node.deletedAt === null ? namedLook(childLook(node, texts), texts.t('columns.podStates')) : [];
}

function clusterCrumb({ hostId, clusterName }: AnyInfo): Crumb {
  return { id: 'cluster', label: clusterName, href: clusterHref('/mon/summary', hostId) };
}

export function nodeView(info: NodeInfo, texts: Texts): ObjectView {
  return {
    ...baseView(info),
    kind: 'node',
    id: NodeId.parse(info.nodeId),
    crumbs: [clusterCrumb(info)],
    states: [
      ...statesOf(nodeConditionAppearance(info.condition, texts), info, texts),
      ...podStates(info, texts),
    ],
    eventFilter: { objectId: ObjectId.parse(info.nodeId) },
    sameNameIds: info.sameNameNodeIdList,
  };
}

export function podView(info: PodInfo, texts: Texts): ObjectView {
  const { nodeName, nodeId, hostId, deletedAt, dataAt } = info;
  const nodeHref = nodeId === null ? null : objectHref('node', nodeId, hostId);
  const isPending = deletedAt === null && dataAt === null && info.phase === 'Pending';
  const base = baseView(info);
  return {
    ...base,
    kind: 'pod',
    id: PodId.parse(info.podId),
    crumbs: [
      clusterCrumb(info),
      ...(nodeName === null ? [] : [{ id: 'node', label: nodeName, href: nodeHref }]),
      { id: 'namespace', label: info.namespace, href: null },
    ],
    states: statesOf(podStatusAppearance(info.status, texts), info, texts),
    hasNoData: base.hasNoData || isPending,
    eventFilter: { objectId: ObjectId.parse(info.podId) },
  };
}

export function containerView(info: ContainerInfo, texts: Texts): ObjectView {
  return {
    ...baseView(info),
    kind: 'container',
    id: ContainerId.parse(info.containerId),
    crumbs: [
      clusterCrumb(info),
      { id: 'namespace', label: info.namespace, href: null },
      { id: 'pod', label: info.podName, href: objectHref('pod', info.podId, info.hostId) },
    ],
    states: [stateAsOf(containerStateAppearance(info.state, texts), info)],
    // Kubernetes reports the events of a container at its pod.
    eventFilter: { objectId: ObjectId.parse(info.podId), containerName: [info.name] },
  };
}

interface ContactTimes {
  readonly lastSeenAt: string | null;
  readonly dataAt: string | null;
}

/** The agent sends the object only when it changes, but its values all the time. */
export function lastContactAt({ lastSeenAt, dataAt }: ContactTimes): string | null {
  if (lastSeenAt === null || dataAt === null) return lastSeenAt ?? dataAt;
  return Date.parse(dataAt) > Date.parse(lastSeenAt) ? dataAt : lastSeenAt;
}
