import type {
  ContainerState,
  claimPhases,
  EventLevel,
  MonResult,
  NodeCondition,
  PodPhase,
  volumePhases,
} from '@gwanje/contract/objects/object-states';
import { eventChipColour, labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import type { Texts } from '#core/i18n/i18n.ts';

/** Icon, colour and label of each state. Kubernetes' own terms are not translated. */
export type StateAppearances<State extends string> = (state: State, texts: Texts) => StateAppearance;

type Drawn = Omit<StateAppearance, 'label'>;

export const good: Drawn = { icon: 'mdi-check-circle-outline', colour: 'normal' };
const done: Drawn = { icon: 'mdi-check-all', colour: 'grey' };
const waiting: Drawn = { icon: 'mdi-progress-clock', colour: 'orange' };
export const bad: Drawn = { icon: 'mdi-alert-circle', colour: 'red' };
export const doubtful: Drawn = { icon: 'mdi-alert', colour: 'orange' };
/** Nothing to do, and no problem. */
export const idle: Drawn = { icon: 'mdi-circle-outline', colour: 'grey' };
export const unknown: Drawn = { icon: 'mdi-help-circle-outline', colour: 'grey', isHatched: true };

const monResultsDrawn: Record<MonResult, Drawn> = {
  critical: bad,
  warning: doubtful,
  stale: { icon: 'mdi-timer-sand', colour: 'grey', isHatched: true },
  normal: good,
  unmonitored: { icon: 'mdi-eye-off-outline', colour: 'grey' },
};

export const monResultAppearance: StateAppearances<MonResult> = (state, { language }) => ({
  ...monResultsDrawn[state],
  label: labelOf(monResultKey(state), language),
});

/** A stale state is hatched, and never shown in the colour of normal. */
export function dimIfStale(appearance: StateAppearance, isStale: boolean): StateAppearance {
  if (!isStale) return appearance;
  return {
    ...appearance,
    colour: appearance.colour === 'normal' ? 'grey' : appearance.colour,
    isHatched: true,
  };
}

/** True if the row has `isStale: true`. */
export function isStaleRow(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'isStale' in row && row.isStale === true;
}

/** States whose names are Kubernetes' own terms. */
function kubernetesStates<State extends string>(drawn: Record<State, Drawn>): StateAppearances<State> {
  return (state) => ({ ...drawn[state], label: state });
}

export const podPhaseAppearance = kubernetesStates<PodPhase>({
  Failed: bad,
  Unknown: unknown,
  Pending: waiting,
  Running: good,
  Succeeded: done,
});

/** The pod status as `kubectl` shows it: any text. Statuses that are not known as good or waiting are shown as bad. */
export const podStatusAppearance: StateAppearances<string> = (status) => {
  if (status === 'Running') return { ...good, label: status };
  if (status === 'Completed' || status === 'Succeeded') return { ...done, label: status };
  if (/^(Pending|ContainerCreating|PodInitializing|Terminating|SchedulingGated|Init:\d+\/\d+)$/.test(status))
    return { ...waiting, label: status };
  return status === 'Unknown' || status === ''
    ? { ...unknown, label: status || '-' }
    : { ...bad, label: status };
};

export const nodeConditionAppearance = kubernetesStates<NodeCondition>({
  NotReady: bad,
  Unknown: unknown,
  MemoryPressure: doubtful,
  DiskPressure: doubtful,
  PIDPressure: doubtful,
  NetworkUnavailable: doubtful,
  SchedulingDisabled: { icon: 'mdi-pause-circle-outline', colour: 'grey' },
  Ready: good,
});

const containerStatesDrawn: Record<ContainerState, Drawn> = {
  terminatedWithError: bad,
  waiting,
  running: good,
  terminated: done,
};

export const containerStateAppearance: StateAppearances<ContainerState> = (state, { t }) => ({
  ...containerStatesDrawn[state],
  label: t(`columns.containerState.${state}`),
});

export const volumePhaseAppearance = kubernetesStates<(typeof volumePhases)[number]>({
  Failed: bad,
  Released: doubtful,
  Pending: waiting,
  Available: idle,
  Bound: good,
});

export const claimPhaseAppearance = kubernetesStates<(typeof claimPhases)[number]>({
  Lost: bad,
  Pending: waiting,
  Bound: good,
});

/** A namespace is Active, or Terminating while its objects are being deleted. */
export const namespacePhaseAppearance: StateAppearances<string> = (phase) => ({
  ...(phase === 'Active' ? good : waiting),
  label: phase,
});

/** Chip colours as specified: normal orange, warning pink, others grey; the icons distinguish them without colour. */
export const eventLevelAppearance: StateAppearances<EventLevel> = (level, { language }) => ({
  colour: eventChipColour(level),
  icon:
    level === 'normal' ? 'mdi-information-outline' : level === 'warning' ? 'mdi-alert' : 'mdi-alert-circle',
  label: labelOf(`eventLevel.${level}`, language),
});
