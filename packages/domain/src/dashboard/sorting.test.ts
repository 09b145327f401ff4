import { objectTypes, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
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

  test('pod phases, with an undefined phase like Unknown', () => {
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

  test('node conditions, with equal rank for the pressures', () => {
    const conditions = ['Ready', 'SchedulingDisabled', 'DiskPressure', 'Unknown', 'NotReady'];
    expect(conditions.toSorted((a, b) => nodeConditionRank(a) - nodeConditionRank(b))).toEqual(
      conditions.toReversed(),
    );
    const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'];
    expect(new Set(pressures.map(nodeConditionRank)).size).toBe(1);
    expect(nodeConditionRank('constructor')).toBe(nodeConditionRank('Unknown'));
  });

  test('container states, with a termination with error first', () => {
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

  test('a termination with an unknown exit code is an error', () => {
    expect(containerStateOf('terminated')).toBe('terminatedWithError');
  });

  test('sort options that are states have the sort kind of a state', () => {
    const options = objectTypes.flatMap((objectType) => [...sortOptions[objectType]]);
    const states = new Set(options.filter((option) => sortKinds[option] === 'state'));
    expect(states).toEqual(new Set(['MON_RESULT', 'POD_PHASE', 'NODE_CONDITION', 'CONTAINER_STATE']));
  });
});

describe('values sort descending', () => {
  test('unknown values and values that are not set come last', () => {
    expect([null, 3, -1, 10, 0, Number.NaN].toSorted(compareValues).slice(0, 3)).toEqual([10, 3, 0]);
  });

  test('comparing in the other direction gives the opposite result', () => {
    const value = fc.option(fc.double());
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compareValues(a, b))).toBe(0 - Math.sign(compareValues(b, a)));
      }),
    );
  });
});
