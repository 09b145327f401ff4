import type { ClusterState } from '@gwanje/contract/cluster-state';
import type { getClusterSummary } from '@gwanje/contract/clusters';
import type { listContainerNames } from '@gwanje/contract/containers';
import type { getDashboardObjects, getDashboardSummary, SearchConditions } from '@gwanje/contract/dashboard';
import type { MetricName, MetricScope } from '@gwanje/contract/metrics';
import type { listNamespaceNames } from '@gwanje/contract/namespaces';
import type { listNodeNames } from '@gwanje/contract/nodes';
import type { listPodNames } from '@gwanje/contract/pods';
import type { search } from '@gwanje/contract/search';
import type { z } from 'zod';
import type {
  ClaimState,
  NamespaceState,
  NodeState,
  PodState,
  StateKind,
  StateOfKind,
  VolumeState,
} from '../objects/states.ts';
import type { ClusterIdentity, Heard } from './clusters.ts';
import type { Life, ListAnswer, ListKind, ListQuery, LiveKind, PodLife, Row } from './kinds.ts';

type Answer<Endpoint extends { response: z.ZodType }> = z.output<Endpoint['response']>;

export type SearchAnswer = Answer<typeof search>;
export type DashboardObjects = Omit<Answer<typeof getDashboardObjects>, 'serverTime'>;
export type DashboardSummary = Omit<Answer<typeof getDashboardSummary>, 'serverTime'>;
export type ClusterSummary = Omit<Answer<typeof getClusterSummary>, 'serverTime'>;
export type ClusterMetrics = Record<MetricName<'cluster'>, number>;

export interface NamesOfKind {
  readonly node: Answer<typeof listNodeNames>['nodeNameList'];
  readonly pod: Answer<typeof listPodNames>['podNameList'];
  readonly container: Answer<typeof listContainerNames>['containerNameList'];
  readonly namespace: Answer<typeof listNamespaceNames>['namespaceNameList'];
}

/**
 * Everything that is known of "now", in memory. A question about the past is asked of one of its own, filled from
 * history.
 */
export class LiveState {
  /** Adds a cluster, or gives it another name or group. */
  setCluster(_cluster: ClusterIdentity): void {
    throw new Error('not there yet');
  }

  /** With all that is in it. */
  removeCluster(_hostId: number): void {
    throw new Error('not there yet');
  }

  hasCluster(_hostId: number): boolean {
    throw new Error('not there yet');
  }

  /** Those of the sub groups; all where none are given. */
  hostIds(_subGroupIds?: ReadonlySet<number>): Set<number> {
    throw new Error('not there yet');
  }

  /** A batch has come; an older one than the newest moves nothing back. */
  heard(_hostId: number, _heard: Heard): void {
    throw new Error('not there yet');
  }

  putNode(_hostId: number, _id: number, _state: NodeState, _life: Life): void {
    throw new Error('not there yet');
  }

  /** With its containers: their ids are in the order of the state's. */
  putPod(
    _hostId: number,
    _id: number,
    _state: PodState,
    _containerIds: readonly number[],
    _life: PodLife,
  ): void {
    throw new Error('not there yet');
  }

  putVolume(_hostId: number, _id: number, _state: VolumeState, _life: Life): void {
    throw new Error('not there yet');
  }

  putClaim(_hostId: number, _id: number, _state: ClaimState, _life: Life): void {
    throw new Error('not there yet');
  }

  putNamespace(_hostId: number, _id: number, _state: NamespaceState, _life: Life): void {
    throw new Error('not there yet');
  }

  /** A pod goes with its containers. Unknown ids are nothing. */
  remove(_kind: Exclude<LiveKind, 'container'>, _id: number): void {
    throw new Error('not there yet');
  }

  setMonitored(_kind: LiveKind | 'cluster', _id: number, _isMonitored: boolean): void {
    throw new Error('not there yet');
  }

  /** The open alarms of an object. */
  setAlarms(_kind: LiveKind | 'cluster', _id: number, _warningCnt: number, _criticalCnt: number): void {
    throw new Error('not there yet');
  }

  /**
   * A row an id; 0 and unknown ids are passed over, NaN is not known. Only what is not older than what is there counts;
   * the figures of one instant may come in parts.
   */
  applySamples(
    _scope: Exclude<MetricScope, 'cluster'>,
    _ids: Int32Array,
    _tsMs: number,
    _columns: Readonly<Record<string, Float64Array>>,
  ): void {
    throw new Error('not there yet');
  }

  /** Sorts the texts ahead of the first question, which else waits for it. */
  warm(): void {
    throw new Error('not there yet');
  }

  has(_kind: LiveKind, _id: number): boolean {
    throw new Error('not there yet');
  }

  /** The cluster of an object. */
  hostIdOf(_kind: LiveKind, _id: number): number | null {
    throw new Error('not there yet');
  }

  /** The state it was put with. */
  stateOf<Kind extends StateKind>(_kind: Kind, _id: number): StateOfKind[Kind] | null {
    throw new Error('not there yet');
  }

  row<Kind extends ListKind>(_kind: Kind, _id: number, _nowMs: number): Row<Kind> | null {
    throw new Error('not there yet');
  }

  /** In the pod's own order. */
  containersOf(_podId: number, _nowMs: number): Row<'container'>[] {
    throw new Error('not there yet');
  }

  /** Pods of a node by phase. */
  podsByPhase(_nodeId: number): Record<string, number> {
    throw new Error('not there yet');
  }

  nodeIdByName(_hostId: number, _name: string): number | null {
    throw new Error('not there yet');
  }

  claimIdByName(_hostId: number, _namespace: string, _name: string): number | null {
    throw new Error('not there yet');
  }

  /** `also`: objects that are gone, of a state of their own, listed among those that are. */
  list<Kind extends ListKind>(_kind: Kind, _query: ListQuery<Kind>, _also?: LiveState): ListAnswer<Kind> {
    throw new Error('not there yet');
  }

  names<Kind extends keyof NamesOfKind>(_kind: Kind, _hostId: number): NamesOfKind[Kind] {
    throw new Error('not there yet');
  }

  search(_text: string, _hostIds: ReadonlySet<number>, _limit: number): SearchAnswer {
    throw new Error('not there yet');
  }

  /** Of the clusters that may be seen, those of the conditions. */
  dashboardObjects(
    _conditions: SearchConditions,
    _hostIds: ReadonlySet<number>,
    _nowMs: number,
  ): DashboardObjects {
    throw new Error('not there yet');
  }

  dashboardSummary(_hostIds: ReadonlySet<number>, _nowMs: number): DashboardSummary {
    throw new Error('not there yet');
  }

  clusterState(_hostId: number, _nowMs: number): ClusterState | null {
    throw new Error('not there yet');
  }

  clusterSummary(_hostId: number, _nowMs: number): ClusterSummary | null {
    throw new Error('not there yet');
  }

  /** The derived metrics of a cluster; NaN where nothing is known. */
  clusterMetrics(_hostId: number): ClusterMetrics | null {
    throw new Error('not there yet');
  }
}
