import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import {
  type ContainerState,
  containerStates,
  type MonResult,
  monResults,
  type NodeCondition,
  nodeConditions,
  type PodPhase,
  podPhases,
} from '@gwanje/contract/objects/object-states';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
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

const ownTileState: Record<MonResult, TileState> = {
  critical: 'critical',
  warning: 'warning',
  stale: 'stale',
  normal: 'normal',
  unmonitored: 'unmonitored',
};

/**
 * The name of a state that this console version does not know is '-'. The legend names a tile state after its
 * state, or by `legendTexts` if it stands for several.
 */
function stateDisplay<State extends string>(
  states: readonly State[],
  tileStateOf: Readonly<Record<State, TileState>>,
  nameOf: (state: State, texts: Texts) => string,
  legendTexts: (texts: Texts) => Partial<Record<TileState, string>> = () => ({}),
): StateDisplay {
  return {
    tileStates: states.map((state) => tileStateOf[state]),
    name: (value, texts) => {
      const state = states[value];
      return state === undefined ? '-' : nameOf(state, texts);
    },
    legend: (texts) => {
      const nameOfTile = (tile: TileState) => {
        const state = states.find((one) => tileStateOf[one] === tile);
        return legendTexts(texts)[tile] ?? (state === undefined ? '-' : nameOf(state, texts));
      };
      return {
        critical: nameOfTile('critical'),
        warning: nameOfTile('warning'),
        stale: nameOfTile('stale'),
        normal: nameOfTile('normal'),
        unmonitored: nameOfTile('unmonitored'),
      };
    },
  };
}

/** Kubernetes' own names (pod phases, node conditions) are not translated. */
const kubernetesName = (name: string) => name;

const stateDisplayBySort: Partial<Record<SortBy, StateDisplay>> = {
  MON_RESULT: stateDisplay(monResults, ownTileState, (state, { language }) =>
    labelOf(monResultKey(state), language),
  ),
  POD_PHASE: stateDisplay(podPhases, tileStateOfPhase, kubernetesName, ({ t }) => ({
    stale: t('dashboard.unknownOrStopped'),
  })),
  NODE_CONDITION: stateDisplay(nodeConditions, tileStateOfCondition, kubernetesName, ({ t }) => ({
    warning: t('dashboard.pressure'),
    stale: t('dashboard.unknownOrStopped'),
  })),
  CONTAINER_STATE: stateDisplay(
    containerStates,
    tileStateOfContainer,
    (state, { t }) => t(`dashboard.${state}`),
    ({ t }) => ({ stale: t('dashboard.collectionStopped') }),
  ),
};

/** Undefined if the sort criterion is numeric. */
export function stateDisplayOf(sortBy: SortBy): StateDisplay | undefined {
  return stateDisplayBySort[sortBy];
}
