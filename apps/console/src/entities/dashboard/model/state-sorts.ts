import {
  type ContainerState,
  containerStates,
  type MonResult,
  monResults,
  type NodeCondition,
  nodeConditions,
  type PodPhase,
  podPhases,
} from '@gwanje/contract/clusters/states';
import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { monResultKey } from '@gwanje/domain/mappings/mon-result';
import type { Texts } from '#core/i18n/texts.ts';

/** Every state is drawn as one of these, which differ in colour and mark. */
export type Drawn = MonResult;

export interface StateSort {
  /** Indexed by the value in the answer, which is the index in the contract's table, worst first. */
  readonly drawnAs: readonly Drawn[];
  readonly name: (value: number, texts: Texts) => string;
  /** The legend text of each drawing. */
  readonly legend: (texts: Texts) => Readonly<Record<Drawn, string>>;
}

const phasesDrawn: Record<PodPhase, Drawn> = {
  Failed: 'critical',
  Unknown: 'stale',
  Pending: 'warning',
  Running: 'normal',
  Succeeded: 'unmonitored',
};

const conditionsDrawn: Record<NodeCondition, Drawn> = {
  NotReady: 'critical',
  Unknown: 'stale',
  MemoryPressure: 'warning',
  DiskPressure: 'warning',
  PIDPressure: 'warning',
  NetworkUnavailable: 'warning',
  SchedulingDisabled: 'unmonitored',
  Ready: 'normal',
};

const containersDrawn: Record<ContainerState, Drawn> = {
  terminatedWithError: 'critical',
  waiting: 'warning',
  running: 'normal',
  terminated: 'unmonitored',
};

const byMonResult: StateSort = {
  drawnAs: monResults,
  name: (value, { language }) => named(monResults[value], (state) => labelOf(monResultKey(state), language)),
  legend: ({ language }) => ({
    critical: labelOf('monResult.critical', language),
    warning: labelOf('monResult.warning', language),
    stale: labelOf('monResult.stale', language),
    normal: labelOf('monResult.normal', language),
    unmonitored: labelOf('monResult.unmonitored', language),
  }),
};

/** Names of Kubernetes phases are not translated. */
const byPhase: StateSort = {
  drawnAs: podPhases.map((phase) => phasesDrawn[phase]),
  name: (value) => named(podPhases[value], (phase) => phase),
  legend: ({ t }) => ({
    critical: 'Failed',
    warning: 'Pending',
    stale: t('dashboard.unknownOrStopped'),
    normal: 'Running',
    unmonitored: 'Succeeded',
  }),
};

const byCondition: StateSort = {
  drawnAs: nodeConditions.map((condition) => conditionsDrawn[condition]),
  name: (value) => named(nodeConditions[value], (condition) => condition),
  legend: ({ t }) => ({
    critical: 'NotReady',
    warning: t('dashboard.pressure'),
    stale: t('dashboard.unknownOrStopped'),
    normal: 'Ready',
    unmonitored: 'SchedulingDisabled',
  }),
};

const byContainerState: StateSort = {
  drawnAs: containerStates.map((state) => containersDrawn[state]),
  name: (value, texts) => named(containerStates[value], (state) => containerStateName(state, texts)),
  legend: (texts) => ({
    critical: containerStateName('terminatedWithError', texts),
    warning: containerStateName('waiting', texts),
    stale: texts.t('dashboard.collectionStopped'),
    normal: containerStateName('running', texts),
    unmonitored: containerStateName('terminated', texts),
  }),
};

const stateSorts: Partial<Record<SortBy, StateSort>> = {
  MON_RESULT: byMonResult,
  POD_PHASE: byPhase,
  NODE_CONDITION: byCondition,
  CONTAINER_STATE: byContainerState,
};

/** Undefined for a sort by a figure. */
export function stateSortOf(sortBy: SortBy): StateSort | undefined {
  return stateSorts[sortBy];
}

export function containerStateName(state: ContainerState, { t }: Texts): string {
  switch (state) {
    case 'terminatedWithError':
      return t('dashboard.terminatedWithError');
    case 'waiting':
      return t('dashboard.waiting');
    case 'running':
      return t('dashboard.running');
    case 'terminated':
      return t('dashboard.terminated');
  }
}

/** A dash for a state that this console version does not know. */
function named<State>(state: State | undefined, name: (state: State) => string): string {
  return state === undefined ? '-' : name(state);
}
