import type { ContainerState, PodState, StateKind, StateOfKind } from './states.ts';

/** One thing that changed, as text. */
export interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Watched<State> = readonly (keyof State & string)[];

/** What is worth a line of history. What only follows from others, or changes without anything happening, is not. */
const watched: { readonly [Kind in StateKind]: Watched<StateOfKind[Kind]> } = {
  node: [
    'condition',
    'isSchedulable',
    'roles',
    'kubeletVersion',
    'internalIp',
    'pool',
    'zone',
    'instanceType',
    'podCapacity',
    'cpuAllocatableCores',
    'memAllocatableBytes',
  ],
  pod: [
    'phase',
    'status',
    'nodeName',
    'podIp',
    'readyCnt',
    'restartCnt',
    'cpuRequestCores',
    'cpuLimitCores',
    'memRequestBytes',
    'memLimitBytes',
    'qosClass',
  ],
  volume: [
    'phase',
    'reason',
    'storageClass',
    'accessModes',
    'reclaimPolicy',
    'capacityBytes',
    'claimNamespace',
    'claimName',
  ],
  claim: ['phase', 'storageClass', 'accessModes', 'requestedBytes', 'capacityBytes', 'volumeName'],
  namespace: ['phase'],
};

const watchedOfContainer: Watched<ContainerState> = [
  'image',
  'state',
  'stateReason',
  'exitCode',
  'isReady',
  'restartCnt',
  'cpuRequestCores',
  'cpuLimitCores',
  'memRequestBytes',
  'memLimitBytes',
];

/** What changed between two states that is worth a line of history; `before` null: it has come. */
export function describeChanges<Kind extends StateKind>(
  kind: Kind,
  before: StateOfKind[Kind] | null,
  after: StateOfKind[Kind],
): Change[] {
  if (before === null) return [{ what: 'created', from: null, to: after.name }];
  const changes = differences(watched[kind], before, after, '');
  if (isPod(before) && isPod(after)) changes.push(...containerChanges(before.containers, after.containers));
  return changes;
}

function isPod(state: StateOfKind[StateKind]): state is PodState {
  return 'containers' in state;
}

/** Told as `name.what`, so that one of many says which it was. */
function containerChanges(before: readonly ContainerState[], after: readonly ContainerState[]): Change[] {
  const former = new Map(before.map((container) => [container.name, container]));
  const changes: Change[] = [];
  for (const container of after) {
    const then = former.get(container.name);
    former.delete(container.name);
    if (then === undefined)
      changes.push({ what: `${container.name}.created`, from: null, to: container.image });
    else changes.push(...differences(watchedOfContainer, then, container, `${container.name}.`));
  }
  for (const gone of former.values())
    changes.push({ what: `${gone.name}.deleted`, from: gone.image, to: null });
  return changes;
}

function differences<State extends object>(
  keys: Watched<State>,
  before: State,
  after: State,
  prefix: string,
): Change[] {
  const changes: Change[] = [];
  for (const key of keys) {
    if (before[key] === after[key]) continue;
    changes.push({ what: prefix + key, from: textOf(before[key]), to: textOf(after[key]) });
  }
  return changes;
}

/** -1 stands for "not set", which is no text. */
function textOf(value: unknown): string | null {
  return value === null || value === undefined || value === -1 ? null : String(value);
}
