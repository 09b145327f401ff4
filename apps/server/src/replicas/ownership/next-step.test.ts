import { describe, expect, it } from 'vitest';
import { nextSteps, pendingMoves, type Situation } from './next-step.ts';
import type { Member } from './ownership-repository.ts';

function member(replicaId: string, state: Partial<Member> = {}): Member {
  const url = `http://${replicaId}:4102`;
  return {
    replicaId,
    url,
    machine: replicaId,
    version: '1',
    startedMs: 0,
    isLive: true,
    isLate: false,
    isSynced: true,
    isLeaving: false,
    behindEngines: [],
    ...state,
  };
}

/** The situation of replica `a`. */
function situation(given: Partial<Situation>): Situation {
  return {
    members: [member('a')],
    clusters: [],
    self: 'a',
    held: new Map(),
    mayTrustExpiry: true,
    sameMembersMs: SETTLE_MS,
    settleMs: SETTLE_MS,
    ...given,
  };
}

const SETTLE_MS = 30_000;
const heldFor = (epoch: number, heldMs = SETTLE_MS) => ({ epoch, heldMs });

const owned = (replicaId: string | null, epoch = 1) => ({
  hostId: 1,
  replicaId,
  epoch,
  weight: 0,
  failure: null,
});

describe('a replica', () => {
  it('claims a cluster without an owner, of a dead owner and of one that has stopped', () => {
    const members = [member('a'), member('dead', { isLive: false })];
    for (const row of [owned(null, 0), owned('dead', 4), owned('gone', 7)])
      expect(nextSteps(situation({ members, clusters: [row] }))).toEqual([{ kind: 'claim', row }]);
  });

  it('does not claim from an owner that lives, also while it is leaving', () => {
    for (const state of [{}, { isLeaving: true }]) {
      const members = [member('a'), member('b', state)];
      const steps = nextSteps(situation({ members, clusters: [owned('b')] }));
      expect(steps).toEqual([]);
    }
  });

  it('waits after an outage of the database before it takes an expired lease for a dead replica', () => {
    const members = [member('a'), member('b', { isLive: false })];
    const clusters = [owned('b')];
    expect(nextSteps(situation({ members, clusters, mayTrustExpiry: false }))).toEqual([]);
    const gone = situation({ clusters, mayTrustExpiry: false });
    expect(nextSteps(gone).map(({ kind }) => kind)).toEqual(['claim']);
  });

  it('prepares the clusters that it would claim from an owner that is late to renew its lease', () => {
    const others = [member('a'), member('b')];
    const clusters = Array.from({ length: 40 }, (_, index) => ({ ...owned('late'), hostId: index + 1 }));
    const hostIdsOf = (kind: string, state: Partial<Member>) =>
      nextSteps(situation({ members: [...others, member('late', state)], clusters })).flatMap((step) =>
        step.kind === kind && 'row' in step ? [step.row.hostId] : [],
      );
    expect(hostIdsOf('prepare', {})).toEqual([]);
    const prepared = hostIdsOf('prepare', { isLate: true });
    expect(prepared.length).toBeGreaterThan(10);
    expect(hostIdsOf('claim', { isLate: true })).toEqual([]);
    expect(hostIdsOf('claim', { isLate: true, isLive: false })).toEqual(prepared);
    expect(hostIdsOf('prepare', { isLate: true, isLive: false })).toEqual([]);
  });

  it('takes a cluster that was given to it and keeps it', () => {
    const row = owned('a', 3);
    expect(nextSteps(situation({ clusters: [row] }))).toEqual([{ kind: 'take', row }]);
    expect(nextSteps(situation({ clusters: [row], held: new Map([[1, heldFor(3)]]) }))).toEqual([]);
  });

  it('loses a cluster that another replica owns, that has another epoch, or that was deleted', () => {
    const held = new Map([[1, heldFor(3)]]);
    const members = [member('a'), member('b')];
    for (const clusters of [[owned('b', 4)], [owned('a', 5)], []])
      expect(nextSteps(situation({ members, clusters, held }))).toEqual([{ kind: 'lose', hostId: 1 }]);
  });

  it('gives clusters of another member only when both have a copy of all clusters', () => {
    const clusters = Array.from({ length: 40 }, (_, index) => ({ ...owned('a'), hostId: index + 1 }));
    const held = new Map(clusters.map(({ hostId }) => [hostId, heldFor(1)]));
    const stepsWith = (a: Partial<Member>, b: Partial<Member>) =>
      nextSteps(situation({ members: [member('a', a), member('b', b)], clusters, held }));
    expect(stepsWith({}, { isSynced: false })).toEqual([]);
    expect(stepsWith({ isSynced: false }, {})).toEqual([]);
    expect(stepsWith({ isSynced: false }, { isSynced: false })).toEqual([]);
    expect(stepsWith({}, { isLive: false })).toEqual([]);
    const gives = stepsWith({}, {});
    expect(new Set(gives.map(({ kind }) => kind))).toEqual(new Set(['give']));
    expect(gives.length).toBeGreaterThan(10);
    expect(gives.length).toBeLessThan(30);
  });

  describe('that runs with others', () => {
    const members = [member('a'), member('b')];
    const clusters = Array.from({ length: 40 }, (_, index) => ({ ...owned('a'), hostId: index + 1 }));
    const heldOf = (heldMs: number) => new Map(clusters.map(({ hostId }) => [hostId, heldFor(1, heldMs)]));
    const giveCnt = (given: Partial<Situation>) =>
      nextSteps(situation({ members, clusters, held: heldOf(SETTLE_MS), ...given })).length;

    it('keeps a cluster that it claimed or was given for some time', () => {
      expect(giveCnt({ held: heldOf(SETTLE_MS - 1) })).toBe(0);
      expect(giveCnt({})).toBeGreaterThan(0);
    });

    it('gives no cluster back to a replica that has just lost its lease and is live again', () => {
      expect(giveCnt({ sameMembersMs: 10_000 })).toBe(0);
    });

    it('moves no other cluster while it claims those of a dead one', () => {
      const withDead = [...members, member('dead', { isLive: false })];
      const all = [...clusters, { ...owned('dead'), hostId: 41 }, { ...owned('dead'), hostId: 42 }];
      const steps = nextSteps(
        situation({ members: withDead, clusters: all, held: heldOf(SETTLE_MS), sameMembersMs: 0 }),
      );
      expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['claim']));
    });

    it('gives nothing after an outage of the database until the others had time to renew their leases', () => {
      expect(giveCnt({ mayTrustExpiry: false })).toBe(0);
    });

    it('gives at once when it leaves', () => {
      const leaving = [member('a', { isLeaving: true }), member('b')];
      expect(giveCnt({ members: leaving, held: heldOf(0), sameMembersMs: 0 })).toBe(40);
    });
  });

  it('gives everything when it leaves, also what it has not taken yet, and claims nothing', () => {
    const members = [member('a', { isLeaving: true }), member('b')];
    const clusters = [owned('a'), { ...owned('a'), hostId: 2 }, { ...owned(null, 0), hostId: 3 }];
    const steps = nextSteps(situation({ members, clusters, held: new Map([[1, heldFor(1)]]) }));
    expect(steps.map(({ kind }) => kind)).toEqual(['give', 'give']);
  });

  it('keeps its clusters when it leaves as the last one', () => {
    const members = [member('a', { isLeaving: true })];
    expect(
      nextSteps(situation({ members, clusters: [owned('a')], held: new Map([[1, heldFor(1)]]) })),
    ).toEqual([]);
  });
});

describe('several replicas', () => {
  const names = ['a', 'b', 'c'];
  const members = names.map((name) => member(name));

  it('claim every cluster of a dead one exactly once', () => {
    const clusters = Array.from({ length: 60 }, (_, index) => ({ ...owned('dead'), hostId: index + 1 }));
    const claimed = names.flatMap((self) =>
      nextSteps(situation({ members, clusters, self })).map((step) =>
        step.kind === 'claim' ? step.row : step,
      ),
    );
    expect(claimed).toHaveLength(60);
    expect(new Set(claimed)).toEqual(new Set(clusters));
  });

  it('count the clusters that are not where they belong', () => {
    const clusters = Array.from({ length: 60 }, (_, index) => ({ ...owned('a'), hostId: index + 1 }));
    const gives = nextSteps(
      situation({ members, clusters, held: new Map(clusters.map(({ hostId }) => [hostId, heldFor(1)])) }),
    );
    const moves = pendingMoves({ members, clusters });
    expect(moves.get('a')).toBe(gives.length);
    expect((moves.get('b') ?? 0) + (moves.get('c') ?? 0)).toBe(gives.length);
  });

  it('give a restarted replica its clusters again, by its address', () => {
    const clusters = Array.from({ length: 60 }, (_, index) => ({ ...owned('dead'), hostId: index + 1 }));
    const claims = (replicaId: string) =>
      nextSteps(
        situation({
          members: [member('b'), { ...member('a'), replicaId }],
          clusters,
          self: replicaId,
        }),
      );
    expect(claims('a-restarted')).toEqual(claims('a'));
    expect(claims('a').length).toBeGreaterThan(10);
  });
});
