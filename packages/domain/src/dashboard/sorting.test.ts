import { objectTypes, sortOptions } from '@gwanje/contract/dashboard-options';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareValues,
  containerStateOf,
  containerStateRank,
  monResultRank,
  nodeConditionRank,
  podPhaseRank,
  sortKinds,
} from './sorting.ts';

describe('states sort worst first', () => {
  test('monitoring results', () => {
    const sorted = (['unmonitored', 'normal', 'stale', 'warning', 'critical'] as const).toSorted(
      (a, b) => monResultRank(a) - monResultRank(b),
    );
    expect(sorted).toEqual(['critical', 'warning', 'stale', 'normal', 'unmonitored']);
  });

  test('pod phases, an undefined phase with Unknown', () => {
    const phases = ['Succeeded', 'Running', 'Pending', 'Odd', 'Failed'];
    expect(phases.toSorted((a, b) => podPhaseRank(a) - podPhaseRank(b))).toEqual([
      'Failed',
      'Odd',
      'Pending',
      'Running',
      'Succeeded',
    ]);
    expect(podPhaseRank('Odd')).toBe(podPhaseRank('Unknown'));
  });

  test('node conditions, the pressures alike', () => {
    const conditions = ['Ready', 'SchedulingDisabled', 'DiskPressure', 'Unknown', 'NotReady'];
    expect(conditions.toSorted((a, b) => nodeConditionRank(a) - nodeConditionRank(b))).toEqual(
      conditions.toReversed(),
    );
    const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'];
    expect(new Set(pressures.map(nodeConditionRank)).size).toBe(1);
    expect(nodeConditionRank('constructor')).toBe(nodeConditionRank('Unknown'));
  });

  test('container states, an end with error before all', () => {
    const states = [
      containerStateOf('terminated', 0),
      containerStateOf('running'),
      containerStateOf('waiting'),
      containerStateOf('terminated', 137),
    ];
    expect(states.toSorted((a, b) => containerStateRank(a) - containerStateRank(b))).toEqual([
      'terminatedWithError',
      'waiting',
      'running',
      'terminated',
    ]);
  });

  test('an end whose exit code is unknown counts as an error', () => {
    expect(containerStateOf('terminated')).toBe('terminatedWithError');
  });

  test('the states among the sort options are known as states', () => {
    const options = objectTypes.flatMap((objectType) => [...sortOptions[objectType]]);
    const states = new Set(options.filter((option) => sortKinds[option] === 'state'));
    expect(states).toEqual(new Set(['MON_RESULT', 'POD_PHASE', 'NODE_CONDITION', 'CONTAINER_STATE']));
  });
});

describe('values sort descending', () => {
  test('the unknown and the not set come last', () => {
    expect([null, 3, -1, 10, 0, Number.NaN].toSorted(compareValues).slice(0, 3)).toEqual([10, 3, 0]);
  });

  test('the order is the same from both sides', () => {
    const value = fc.option(fc.double());
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compareValues(a, b))).toBe(0 - Math.sign(compareValues(b, a)));
      }),
    );
  });
});
