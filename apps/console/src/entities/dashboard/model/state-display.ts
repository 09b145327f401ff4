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

/** The appearances of a tile. Only their colour and mark are used for other states, not their meaning. */
type TileState = MonResult;

interface StateDisplay {
  /** The server sends a state as its index in the contract's list (worst first); this array has the same index. */
  readonly tileStates: readonly TileState[];
  readonly name: (value: number, texts: Texts) => string;
  /** The legend text of each tile state. */
  readonly legend: (texts: Texts) => Readonly<Record<TileState, string>>;
}

const tileStateOfPhase: Record<PodPhase, TileState> = {
  Failed: 'critical',
  Unknown: 'stale',
  Pending: 'warning',
  Running: 'normal',
  Succeeded: 'unmonitored',
};

const tileStateOfCondition: Record<NodeCondition, TileState> = {
  NotReady: 'critical',
  Unknown: 'stale',
  MemoryPressure: 'warning',
  DiskPressure: 'warning',
  PIDPressure: 'warning',
  NetworkUnavailable: 'warning',
  SchedulingDisabled: 'unmonitored',
  Ready: 'normal',
};

const tileStateOfContainer: Record<ContainerState, TileState> = {
  terminatedWithError: 'critical',
  waiting: 'warning',
  running: 'normal',
  terminated: 'unmonitored',
};

/** The name of a state that this console version does not know is '-'. */
function stateDisplay<State extends string>(
  states: readonly State[],
  tileStateOf: (state: State) => TileState,
  nameOf: (state: State, texts: Texts) => string,
  legend: StateDisplay['legend'],
): StateDisplay {
  return {
    tileStates: states.map(tileStateOf),
    name: (value, texts) => {
      const state = states[value];
      return state === undefined ? '-' : nameOf(state, texts);
    },
    legend,
  };
}

const monResultName = (state: MonResult, { language }: Texts) => labelOf(monResultKey(state), language);
const containerStateName = (state: ContainerState, { t }: Texts) => t(`dashboard.${state}`);
/** Kubernetes' own names (pod phases, node conditions) are not translated. */
const kubernetesName = (name: string) => name;

const stateDisplayBySort: Partial<Record<SortBy, StateDisplay>> = {
  MON_RESULT: stateDisplay(
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
  POD_PHASE: stateDisplay(
    podPhases,
    (phase) => tileStateOfPhase[phase],
    kubernetesName,
    ({ t }) => ({
      critical: 'Failed',
      warning: 'Pending',
      stale: t('dashboard.unknownOrStopped'),
      normal: 'Running',
      unmonitored: 'Succeeded',
    }),
  ),
  NODE_CONDITION: stateDisplay(
    nodeConditions,
    (condition) => tileStateOfCondition[condition],
    kubernetesName,
    ({ t }) => ({
      critical: 'NotReady',
      warning: t('dashboard.pressure'),
      stale: t('dashboard.unknownOrStopped'),
      normal: 'Ready',
      unmonitored: 'SchedulingDisabled',
    }),
  ),
  CONTAINER_STATE: stateDisplay(
    containerStates,
    (state) => tileStateOfContainer[state],
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

/** Undefined if the sort criterion is numeric. */
export function stateDisplayOf(sortBy: SortBy): StateDisplay | undefined {
  return stateDisplayBySort[sortBy];
}
