import { type ContainerState, containerFields } from '../container/index.ts';
import type { PodState } from '../pod/index.ts';
import { kinds, type StateKind, type StateOfKind, stateKinds } from '../registry.ts';
import { trackedFields } from './states.ts';

/** One change, as text. */
export interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

const trackedOfContainer = trackedFields(containerFields);
const trackedOf: ReadonlyMap<StateKind, readonly string[]> = new Map(
  stateKinds.map((key) => [key, trackedFields(kinds[key].fields)]),
);

/** Changes of tracked fields between two states; `before` is null for a new object. */
export function describeChanges<Key extends StateKind>(
  key: Key,
  before: StateOfKind[Key] | null,
  after: StateOfKind[Key],
): Change[] {
  if (before === null) return [{ what: 'created', from: null, to: after.name }];
  const changes = differences(trackedOf.get(key) ?? [], before, after, '');
  if (isPod(before) && isPod(after)) changes.push(...containerChanges(before.containers, after.containers));
  return changes;
}

function isPod(state: StateOfKind[StateKind]): state is PodState {
  return 'containers' in state;
}

/** `what` has the form `container.field`. */
function containerChanges(before: readonly ContainerState[], after: readonly ContainerState[]): Change[] {
  const former = new Map(before.map((container) => [container.name, container]));
  const changes: Change[] = [];
  for (const container of after) {
    const then = former.get(container.name);
    former.delete(container.name);
    if (then === undefined)
      changes.push({ what: `${container.name}.created`, from: null, to: container.image });
    else changes.push(...differences(trackedOfContainer, then, container, `${container.name}.`));
  }
  for (const gone of former.values())
    changes.push({ what: `${gone.name}.deleted`, from: gone.image, to: null });
  return changes;
}

type Values = Readonly<Record<string, unknown>>;

function differences(names: readonly string[], before: Values, after: Values, prefix: string): Change[] {
  const changes: Change[] = [];
  for (const name of names) {
    if (before[name] === after[name]) continue;
    changes.push({ what: prefix + name, from: textOf(before[name]), to: textOf(after[name]) });
  }
  return changes;
}

/** -1 means "not set" and has no text. */
function textOf(value: unknown): string | null {
  return value === null || value === undefined || value === -1 ? null : String(value);
}
