import type { RolloutOutcome } from './rollout-calls.ts';

/** What a stored state of a workload says about its rollouts. */
export interface RolloutState {
  /** Comma-joined. */
  readonly images: string;
  readonly revision: number | null;
  readonly revisionName: string | null;
  readonly rolloutPhase: string | null;
  readonly changeCause: string | null;
}

/** A stored change of a workload. Null: it was deleted. */
export interface RolloutStep {
  readonly atMs: number;
  readonly state: RolloutState | null;
}

/** One life of a workload, from its creation to its deletion. */
export interface WorkloadLife {
  readonly workloadId: number;
  /** When Kubernetes created it, if the agent watched then. */
  readonly createdMs: number | null;
  /** In the order of time. */
  readonly steps: readonly RolloutStep[];
  readonly templates: readonly Template[];
}

/** A replica set or controller revision, also one that Kubernetes has dropped. */
export interface Template {
  readonly name: string;
  readonly revision: number | null;
  /** Numbers that it had before a rollback used it again. */
  readonly formerRevisions: readonly number[];
  readonly images: string;
  readonly changeCause: string | null;
  readonly createdMs: number | null;
  /** Null for a controller revision. */
  readonly desiredCnt: number | null;
  readonly readyCnt: number | null;
  readonly isDropped: boolean;
}

export interface Rollout {
  readonly workloadId: number;
  revision: number | null;
  revisionName: string | null;
  outcome: RolloutOutcome;
  isCurrent: boolean;
  isRollback: boolean;
  begunMs: number | null;
  stuckMs: number | null;
  endedMs: number | null;
  images: string;
  imagesBefore: string | null;
  changeCause: string | null;
  desiredCnt: number | null;
  readyCnt: number | null;
}

/** The rollouts of all lives of a workload, oldest first. */
export function rolloutsOf(lives: readonly WorkloadLife[]): Rollout[] {
  const rollouts = lives.flatMap((life) => {
    const own = new RolloutReader(life).rollouts;
    for (const rollout of own) addTemplate(rollout, life.templates);
    return [...olderRollouts(life, own), ...own];
  });
  for (const [index, rollout] of rollouts.entries())
    rollout.imagesBefore = rollouts[index - 1]?.images ?? null;
  return rollouts;
}

const OPEN: ReadonlySet<RolloutOutcome> = new Set(['running', 'stuck', 'paused']);

export function isOpenRollout({ outcome }: Pick<Rollout, 'outcome'>): boolean {
  return OPEN.has(outcome);
}

/** Reads the rollouts of one life from its changes. */
class RolloutReader {
  readonly rollouts: Rollout[] = [];
  readonly #life: WorkloadLife;
  #before: RolloutState | null = null;
  /** The images changed, and Kubernetes has not numbered the new template yet. */
  #awaitsRevision = false;

  constructor(life: WorkloadLife) {
    this.#life = life;
    for (const step of life.steps) this.#read(step);
    const last = this.rollouts.at(-1);
    if (last && this.#before !== null) last.isCurrent = true;
  }

  #read({ atMs, state }: RolloutStep): void {
    const current = this.rollouts.at(-1);
    const before = this.#before;
    this.#before = state;
    if (state === null) {
      if (current) end(current, 'deleted', atMs);
    } else if (before === null || current === undefined) {
      this.#begin(state, current === undefined ? this.#life.createdMs : atMs);
      this.#follow(state, this.#life.createdMs === null ? null : atMs);
    } else {
      const isNumbered = hasNewRevision(before, state);
      const isNew = before.images !== state.images || (isNumbered && !this.#awaitsRevision);
      if (isNew) {
        end(current, 'replaced', atMs);
        this.#begin(state, atMs);
        this.#awaitsRevision = !isNumbered && (state.revision ?? state.revisionName) !== null;
      } else if (isNumbered) this.#awaitsRevision = false;
      this.#follow(state, atMs);
    }
  }

  #begin({ images }: RolloutState, begunMs: number | null): void {
    this.#awaitsRevision = false;
    this.rollouts.push({
      workloadId: this.#life.workloadId,
      revision: null,
      revisionName: null,
      outcome: 'running',
      isCurrent: false,
      isRollback: false,
      begunMs,
      stuckMs: null,
      endedMs: null,
      images,
      imagesBefore: null,
      changeCause: null,
      desiredCnt: null,
      readyCnt: null,
    });
  }

  #follow(state: RolloutState, atMs: number | null): void {
    const current = this.rollouts.at(-1);
    if (!current) return;
    if (!this.#awaitsRevision) {
      current.revision = state.revision ?? current.revision;
      current.revisionName = state.revisionName ?? current.revisionName;
    }
    current.changeCause = state.changeCause;
    if (!isOpenRollout(current) && current.outcome !== 'unknown') return;
    if (state.rolloutPhase === 'stuck') current.stuckMs ??= atMs;
    else current.stuckMs = null;
    if (state.rolloutPhase === 'finished') {
      end(current, 'finished', atMs);
      // The template was changed back before Kubernetes numbered it.
      this.#awaitsRevision = false;
    } else current.outcome = outcomes[state.rolloutPhase ?? ''] ?? 'unknown';
  }
}

const outcomes: Readonly<Record<string, RolloutOutcome>> = {
  progressing: 'running',
  stuck: 'stuck',
  paused: 'paused',
};

function end(rollout: Rollout, outcome: RolloutOutcome, atMs: number | null): void {
  if (!isOpenRollout(rollout)) return;
  rollout.outcome = outcome;
  rollout.endedMs = atMs;
  rollout.stuckMs = null;
}

/** A number or name that appears for the first time is not a new one: the agent was older, or Kubernetes slower. */
function hasNewRevision(before: RolloutState, after: RolloutState): boolean {
  const differ = <Value>(one: Value | null, other: Value | null) =>
    one !== null && other !== null && one !== other;
  return differ(before.revisionName, after.revisionName) || differ(before.revision, after.revision);
}

/** Adds what the replica set or controller revision of a rollout knows. */
function addTemplate(rollout: Rollout, templates: readonly Template[]): void {
  const template = templates.find((one) => isTemplateOf(one, rollout));
  if (!template) return;
  const numbers = numbersOf(template);
  rollout.revision ??= template.revision;
  rollout.revisionName ??= template.name;
  rollout.changeCause ??= template.changeCause;
  rollout.isRollback =
    rollout.revision !== null && numbers.some((number) => number < (rollout.revision ?? 0));
  if (!rollout.isRollback) rollout.begunMs ??= template.createdMs;
  if (rollout.revision !== template.revision) return;
  rollout.desiredCnt = template.isDropped ? 0 : template.desiredCnt;
  rollout.readyCnt = template.isDropped ? 0 : template.readyCnt;
}

function isTemplateOf(template: Template, { revision, revisionName }: Rollout): boolean {
  if (revisionName !== null) return template.name === revisionName;
  return revision !== null && numbersOf(template).includes(revision);
}

function numbersOf({ revision, formerRevisions }: Template): number[] {
  return revision === null ? [...formerRevisions] : [...formerRevisions, revision];
}

/** The revisions from before the agent watched. How their rollouts went is not known. */
function olderRollouts({ workloadId, templates }: WorkloadLife, known: readonly Rollout[]): Rollout[] {
  const first = known[0];
  const firstRevision = first?.revision ?? Number.POSITIVE_INFINITY;
  const isKnown = (template: Template) => known.some((rollout) => isTemplateOf(template, rollout));
  const older = templates.flatMap((template) => {
    const numbers = numbersOf(template).filter((number) => number < firstRevision);
    const all = isKnown(template) ? numbers.filter((number) => number !== template.revision) : numbers;
    return all.map((revision) => ({
      revision,
      template,
      isFirst: revision === Math.min(...numbersOf(template)),
    }));
  });
  older.sort((a, b) => a.revision - b.revision);
  return older.map(
    ({ revision, template, isFirst }): Rollout => ({
      workloadId,
      revision,
      revisionName: template.name,
      outcome: 'unknown',
      isCurrent: false,
      isRollback: !isFirst,
      begunMs: isFirst ? template.createdMs : null,
      stuckMs: null,
      endedMs: null,
      images: template.images,
      imagesBefore: null,
      changeCause: template.changeCause,
      desiredCnt: revision === template.revision ? (template.isDropped ? 0 : template.desiredCnt) : null,
      readyCnt: revision === template.revision ? (template.isDropped ? 0 : template.readyCnt) : null,
    }),
  );
}
