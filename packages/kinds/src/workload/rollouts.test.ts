import { describe, expect, it } from 'vitest';
import { type RolloutStep, rolloutsOf, type Template, type WorkloadLife } from './rollouts.ts';

const step = (
  atMs: number,
  images: string,
  revision: number | null,
  rolloutPhase: string | null,
  more = {},
): RolloutStep => ({
  atMs,
  state: { images, revision, revisionName: null, rolloutPhase, changeCause: null, ...more },
});
const life = (steps: RolloutStep[], more: Partial<WorkloadLife> = {}): WorkloadLife => ({
  workloadId: 1,
  createdMs: 0,
  steps,
  templates: [],
  ...more,
});
const template = (name: string, revision: number, more: Partial<Template> = {}): Template => ({
  name,
  revision,
  formerRevisions: [],
  images: '',
  changeCause: null,
  createdMs: null,
  desiredCnt: 0,
  readyCnt: 0,
  isDropped: false,
  ...more,
});
const brief = (lives: WorkloadLife[]) =>
  rolloutsOf(lives).map((one) => [one.revision, one.images, one.outcome, one.begunMs, one.endedMs]);

describe('rollouts', () => {
  it('begin with the change of the template and end when they have finished', () => {
    const steps = [
      step(0, 'web:1', null, 'progressing'),
      step(1, 'web:1', 1, 'progressing'),
      step(5, 'web:1', 1, 'finished'),
      // The controller numbers the template after the change of the images.
      step(10, 'web:2', 1, 'progressing'),
      step(11, 'web:2', 2, 'progressing'),
      step(20, 'web:2', 2, 'finished'),
      // A change without another image.
      step(30, 'web:2', 3, 'progressing'),
    ];
    expect(brief([life(steps)])).toEqual([
      [1, 'web:1', 'finished', 0, 5],
      [2, 'web:2', 'finished', 10, 20],
      [3, 'web:2', 'running', 30, null],
    ]);
    expect(rolloutsOf([life(steps)]).map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
  });

  it('are stuck until they come further', () => {
    const steps = [step(0, 'web:1', 1, 'finished'), step(10, 'web:2', 2, 'progressing')];
    const stuck = [...steps, step(610, 'web:2', 2, 'stuck')];
    expect(rolloutsOf([life(stuck)])[1]).toMatchObject({ outcome: 'stuck', stuckMs: 610, endedMs: null });
    const further = [...stuck, step(700, 'web:2', 2, 'progressing')];
    expect(rolloutsOf([life(further)])[1]).toMatchObject({ outcome: 'running', stuckMs: null });
  });

  it('are told apart when two follow quickly, the first one without its number', () => {
    const steps = [
      step(0, 'web:1', 1, 'finished'),
      step(10, 'web:2', 1, 'progressing'),
      step(11, 'web:3', 1, 'progressing'),
      step(12, 'web:3', 3, 'progressing'),
      step(20, 'web:3', 3, 'finished'),
    ];
    expect(brief([life(steps)])).toEqual([
      [1, 'web:1', 'finished', 0, 0],
      [null, 'web:2', 'replaced', 10, 11],
      [3, 'web:3', 'finished', 11, 20],
    ]);
  });

  it('wait while they are paused, and a template that is changed back begins no third one later', () => {
    const steps = [
      step(0, 'web:1', 1, 'finished'),
      step(10, 'web:2', 1, 'paused'),
      step(20, 'web:1', 1, 'paused'),
      step(30, 'web:1', 1, 'finished'),
      step(40, 'web:1', 2, 'progressing'),
    ];
    expect(brief([life(steps)])).toEqual([
      [1, 'web:1', 'finished', 0, 0],
      [null, 'web:2', 'replaced', 10, 20],
      [null, 'web:1', 'finished', 20, 30],
      [2, 'web:1', 'running', 40, null],
    ]);
  });

  it('are not begun or ended by a scale', () => {
    const steps = [
      step(0, 'web:1', 1, 'finished'),
      step(10, 'web:2', 2, 'progressing'),
      step(11, 'web:2', 2, 'progressing'),
      step(30, 'web:2', 2, 'finished'),
      step(40, 'web:2', 2, 'finished'),
    ];
    expect(brief([life(steps)])).toHaveLength(2);
  });

  it('name a rollback by the replica set that is used again', () => {
    const steps = [
      step(0, 'web:1', 1, 'finished'),
      step(10, 'web:2', 2, 'finished'),
      step(20, 'web:1', 3, 'finished'),
    ];
    const templates = [
      template('web-a', 3, { formerRevisions: [1], desiredCnt: 3, readyCnt: 2, images: 'web:1' }),
      template('web-b', 2, { isDropped: true, images: 'web:2' }),
    ];
    const rollouts = rolloutsOf([life(steps, { templates })]);
    expect(rollouts).toMatchObject([
      { revisionName: 'web-a', isRollback: false, desiredCnt: null, readyCnt: null, imagesBefore: null },
      { revisionName: 'web-b', isRollback: false, desiredCnt: 0, readyCnt: 0, imagesBefore: 'web:1' },
      { revisionName: 'web-a', isRollback: true, desiredCnt: 3, readyCnt: 2, imagesBefore: 'web:2' },
    ]);
  });

  it('of stateful sets follow the name of the revision', () => {
    const named = (atMs: number, images: string, revisionName: string, phase: string) =>
      step(atMs, images, null, phase, { revisionName });
    const steps = [
      named(0, 'db:1', 'db-a', 'finished'),
      named(10, 'db:2', 'db-a', 'progressing'),
      named(11, 'db:2', 'db-b', 'progressing'),
      named(60, 'db:2', 'db-b', 'finished'),
    ];
    const templates = [template('db-a', 1), template('db-b', 2, { changeCause: 'db 2' })];
    const rollouts = rolloutsOf([life(steps, { templates })]);
    expect(rollouts.map(({ revision, outcome, changeCause }) => [revision, outcome, changeCause])).toEqual([
      [1, 'finished', null],
      [2, 'finished', 'db 2'],
    ]);
  });

  it('from before the agent watched are known from the replica sets', () => {
    const templates = [
      template('web-a', 1, { createdMs: 100, images: 'web:1' }),
      template('web-b', 2, { createdMs: 200, images: 'web:2' }),
    ];
    const watched = life([step(900, 'web:2', 2, 'finished')], { createdMs: null, templates });
    expect(brief([watched])).toEqual([
      [1, 'web:1', 'unknown', 100, null],
      [2, 'web:2', 'finished', 200, null],
    ]);
  });

  it('of a workload that was deleted and made again are those of both', () => {
    const first = life([
      step(0, 'web:1', 1, 'finished'),
      step(10, 'web:2', 2, 'progressing'),
      { atMs: 15, state: null },
    ]);
    const second = life([step(20, 'web:3', 1, 'progressing')], { workloadId: 2, createdMs: 20 });
    expect(brief([first, second])).toEqual([
      [1, 'web:1', 'finished', 0, 0],
      [2, 'web:2', 'deleted', 10, 15],
      [1, 'web:3', 'running', 20, null],
    ]);
    expect(rolloutsOf([first, second]).map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
    expect(rolloutsOf([first, second])[2]?.imagesBefore).toBe('web:2');
  });

  it('of older agents are seen by their images, without how they went', () => {
    const steps = [
      step(0, 'web:1', null, null),
      step(10, 'web:2', null, null),
      step(20, 'web:2', 7, 'finished'),
    ];
    expect(brief([life(steps)])).toEqual([
      [null, 'web:1', 'unknown', 0, null],
      [7, 'web:2', 'unknown', 10, null],
    ]);
  });
});
