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
import type { Texts } from '#core/i18n/i18n.ts';

/** Every state is drawn as one of these, which differ in colour and mark. */
type Drawn = MonResult;

interface StateSort {
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

/** A state that this console version does not know is a dash. */
function stateSort<State extends string>(
  states: readonly State[],
  drawnOf: (state: State) => Drawn,
  nameOf: (state: State, texts: Texts) => string,
  legend: StateSort['legend'],
): StateSort {
  return {
    drawnAs: states.map(drawnOf),
    name: (value, texts) => {
      const state = states[value];
      return state === undefined ? '-' : nameOf(state, texts);
    },
    legend,
  };
}

const monResultName = (state: MonResult, { language }: Texts) => labelOf(monResultKey(state), language);
const containerStateName = (state: ContainerState, { t }: Texts) => t(`dashboard.${state}`);
/** Names of Kubernetes phases are not translated. */
const kubernetesName = (name: string) => name;

const stateSorts: Partial<Record<SortBy, StateSort>> = {
  MON_RESULT: stateSort(
    monResults,
    (state) => state,
    monResultName,
    (texts) => ({
      critical: monResultName('critical', texts),
      warning: monResultName('warning', texts),
      stale: monResultName('stale', texts),
      normal: monResultName('normal', texts),
      unmonitored: monResultName('unmonitored', texts),
    }),
  ),
  POD_PHASE: stateSort(
    podPhases,
    (phase) => phasesDrawn[phase],
    kubernetesName,
    ({ t }) => ({
      critical: 'Failed',
      warning: 'Pending',
      stale: t('dashboard.unknownOrStopped'),
      normal: 'Running',
      unmonitored: 'Succeeded',
    }),
  ),
  NODE_CONDITION: stateSort(
    nodeConditions,
    (condition) => conditionsDrawn[condition],
    kubernetesName,
    ({ t }) => ({
      critical: 'NotReady',
      warning: t('dashboard.pressure'),
      stale: t('dashboard.unknownOrStopped'),
      normal: 'Ready',
      unmonitored: 'SchedulingDisabled',
    }),
  ),
  CONTAINER_STATE: stateSort(
    containerStates,
    (state) => containersDrawn[state],
    containerStateName,
    (texts) => ({
      critical: containerStateName('terminatedWithError', texts),
      warning: containerStateName('waiting', texts),
      stale: texts.t('dashboard.collectionStopped'),
      normal: containerStateName('running', texts),
      unmonitored: containerStateName('terminated', texts),
    }),
  ),
};

/** Undefined for a sort by a figure. */
export function stateSortOf(sortBy: SortBy): StateSort | undefined {
  return stateSorts[sortBy];
}
