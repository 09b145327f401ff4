import { type CauseRelation, causeRelations } from '@gwanje/kinds/calls/causes';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countUsual, rankCauses } from './rank.ts';
import { causeRules } from './registry.ts';
import { closeness, fit, rarity, relationWeight, symptomIn } from './score.ts';
import { eventFact, factsOf, minutesBefore, related, rescaled, stateFact } from './testing/facts.ts';

const shop = related('workload', 'shop');
const none = new Map<string, number>();

describe('the score', () => {
  it('falls with the time before the alarm', () => {
    fc.assert(
      fc.property(fc.nat(86_400), fc.integer({ min: 1, max: 3600 }), (distanceS, moreS) => {
        expect(closeness(distanceS + moreS)).toBeLessThan(closeness(distanceS));
      }),
    );
  });

  it('counts a change after the alarm less than one as long before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3600 }), (distanceS) => {
        expect(closeness(-distanceS)).toBeLessThan(closeness(distanceS));
      }),
    );
  });

  it('falls with each step of the relation', () => {
    const weights = causeRelations.map(relationWeight);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(new Set(weights).size).toBe(weights.length);
  });

  it('falls with the number of earlier changes of the kind', () => {
    fc.assert(
      fc.property(fc.nat(1000), (cnt) => {
        expect(rarity(cnt + 1)).toBeLessThan(rarity(cnt));
      }),
    );
  });

  it('is higher for a change that leads to such an alarm, and the same for a range', () => {
    expect(fit(causeRules.agentVersionChanged, 'contact')).toBe(1);
    expect(fit(causeRules.agentVersionChanged, 'crash')).toBeLessThan(1);
    expect(fit(causeRules.agentVersionChanged, null)).toBe(1);
  });

  it.each([
    ['pod.pending', true, 'placement'],
    ['pod.pending', false, 'start'],
    ['node.cpuUsage', false, 'usage'],
    [null, false, null],
  ] as const)('of %s, without a place: %s, is about %s', (itemKey, isUnplaced, symptom) => {
    expect(symptomIn({ itemKey, isUnplaced })).toBe(symptom);
  });
});

describe('the lines', () => {
  const image = (minutes: number, object = shop) => stateFact(object, minutes, [['images', 'a:1', 'a:2']]);

  it('are in the order of their scores', () => {
    const far = image(40, related('workload', 'far', 'namespace'));
    const ranked = rankCauses(factsOf({ states: [far, image(3)] }), none, 10);
    expect(ranked.map(({ object }) => object.name)).toEqual(['shop', 'far']);
    expect(ranked[0]?.distanceS).toBe(180);
  });

  it('show an edit and the rollout that it began as one', () => {
    const rollout = stateFact(shop, 4, [['revision', '1', '2']]);
    const [line, ...others] = rankCauses(factsOf({ states: [image(5), rollout] }), none, 10);
    expect(others).toEqual([]);
    expect(line?.evidence.rule).toBe('imageChanged');
    expect(line?.foldedList).toMatchObject([{ rule: 'rolloutBegun' }]);
  });

  it('show the replicas that an autoscaler set as its change', () => {
    const scaled = stateFact(shop, 4, [['desiredCnt', '3', '8']]);
    const event = rescaled(related(null, 'hpa'), 4, '8');
    const ranked = rankCauses(factsOf({ states: [scaled], events: [event] }), none, 10);
    expect(ranked.map(({ evidence }) => evidence.rule)).toEqual(['autoscalerScaled']);
  });

  it('show what a person scales after the autoscaler as a change of its own', () => {
    const states = [
      stateFact(shop, 12, [['desiredCnt', '7', '5']]),
      stateFact(shop, 6, [['desiredCnt', '5', '1']]),
    ];
    const event = rescaled(related(null, 'hpa'), 12, '5');
    const ranked = rankCauses(factsOf({ states, events: [event] }), none, 10);
    expect(ranked).toMatchObject([{ evidence: { rule: 'replicasChanged', from: 5, to: 1 }, foldedList: [] }]);
  });

  it('show two edits of a workload, each with what belongs to it', () => {
    const states = [
      stateFact(shop, 12, [['images', 'a:1', 'a:2']]),
      stateFact(shop, 5, [['revisionName', 'a-1', 'a-2']]),
      stateFact(shop, 4, [['images', 'a:2', 'a:3']]),
    ];
    const lines = rankCauses(factsOf({ states }), none, 10);
    expect(lines).toMatchObject([
      { evidence: { rule: 'imageChanged' }, foldedList: [{ rule: 'rolloutBegun' }], distanceS: 240 },
      { evidence: { rule: 'imageChanged' }, foldedList: [], distanceS: 720 },
    ]);
  });

  it('show a new kubelet of many nodes once, with their number', () => {
    const states = [1, 2, 3].map((no) =>
      stateFact(related('node', `node-${no}`, 'cluster'), no, [['kubeletVersion', 'v1', 'v2']]),
    );
    const ranked = rankCauses(factsOf({ states }), none, 10);
    expect(ranked).toMatchObject([{ objectCnt: 3, object: { name: 'node-1' } }]);
  });

  describe('about the usage of a node', () => {
    const on = (name: string) => related('workload', name, 'node');
    const pod = { ...related('pod', 'greedy-1', 'node'), ownerName: 'greedy' };
    const rise = { object: pod, metric: 'cpuUsedCores' as const, from: 1, to: 4, nodeTotal: 8 };
    const usage = (minutes: number) => ({ ...rise, atMs: minutesBefore(minutes) });
    const states = [image(20, on('greedy')), image(2, on('calm'))];

    it('put the change of the workload that uses more before a nearer change of another', () => {
      const ranked = rankCauses(factsOf({ states, usages: [usage(5)] }, 'node.cpuUsage'), none, 10);
      expect(ranked).toMatchObject([
        { object: { name: 'greedy' }, foldedList: [{ rule: 'neighbourRose' }], distanceS: 1200 },
        { object: { name: 'calm' }, foldedList: [] },
      ]);
    });

    it('show a rise long after its workload was scaled on its own', () => {
      const scaled = (minutes: number) => stateFact(on('greedy'), minutes, [['desiredCnt', '3', '4']]);
      const rulesAfter = (minutes: number) => {
        const facts = factsOf({ states: [scaled(minutes)], usages: [usage(5)] }, 'node.cpuUsage');
        return rankCauses(facts, none, 10).map(({ evidence }) => evidence.rule);
      };
      expect(rulesAfter(9)).toEqual(['replicasChanged']);
      expect(rulesAfter(40)).toEqual(['neighbourRose', 'replicasChanged']);
    });

    it('show a rise before the change of its workload on its own', () => {
      const ranked = rankCauses(factsOf({ states, usages: [usage(30)] }, 'node.cpuUsage'), none, 10);
      expect(ranked.map(({ object }) => object.name)).toContain('greedy-1');
    });
  });

  it('put a node before the changes of its workloads when several of them fail there', () => {
    const node = related('node', 'node-1', 'node');
    const rebooted = eventFact(node, 5, { objectKind: 'Node', reason: 'Rebooted' });
    const facts = factsOf({ states: [image(4)], events: [rebooted] }, 'pod.notReady');
    const first = (isSharedOnNode: boolean) =>
      rankCauses({ ...facts, subject: { ...facts.subject, isSharedOnNode } }, none, 10)[0]?.evidence.rule;
    expect([first(false), first(true)]).toEqual(['imageChanged', 'nodeRebooted']);
  });

  it('name a quota once, as near as the nearest pod that it refused', () => {
    const refused = (name: string, relation: CauseRelation, minutes: number) =>
      eventFact(related(null, name, relation), minutes, {
        message: 'pods "a" is forbidden: exceeded quota: compute, requested: pods=1, limited: pods=9',
      });
    const events = [refused('shop-5d4', 'owner', 6), refused('other-7f6', 'namespace', 2)];
    const ranked = rankCauses(factsOf({ events }, 'workload.replicasUnavailable'), none, 10);
    expect(ranked).toMatchObject([{ object: { kind: 'quota', name: 'compute', relation: 'owner' } }]);
  });

  it('do not fold the scaling of two workloads', () => {
    const states = ['a', 'b'].map((name) =>
      stateFact(related('workload', name, 'namespace'), 4, [['desiredCnt', '3', '8']]),
    );
    expect(rankCauses(factsOf({ states }), none, 10)).toHaveLength(2);
  });

  it('put a workload that changes often behind one that rarely does', () => {
    const often = related('workload', 'often');
    const seldom = related('workload', 'seldom');
    const scaled = (object: typeof often, minutes: number) =>
      stateFact(object, minutes, [['desiredCnt', '3', '4']]);
    const usual = countUsual(factsOf({ states: [1, 2, 3, 4].map((hour) => scaled(often, hour * 60)) }));
    const ranked = rankCauses(factsOf({ states: [scaled(often, 4), scaled(seldom, 5)] }), usual, 10);
    expect(ranked.map(({ object }) => object.name)).toEqual(['seldom', 'often']);
  });

  it('stay in the same order, whatever the order of the facts', () => {
    const states = ['a', 'b', 'c', 'd'].map((name) => image(5, related('workload', name, 'namespace')));
    const names = (list: typeof states) =>
      rankCauses(factsOf({ states: list }), none, 10).map(({ object }) => object.name);
    fc.assert(
      fc.property(fc.shuffledSubarray(states, { minLength: states.length }), (shuffled) => {
        expect(names(shuffled)).toEqual(names(states));
      }),
    );
  });
});

test('there are at most as many lines as asked for', () => {
  const states = Array.from({ length: 30 }, (_, no) =>
    stateFact(related('workload', `w${no}`), no, [['desiredCnt', '1', '2']]),
  );
  expect(rankCauses(factsOf({ states }), none, 10)).toHaveLength(10);
});
