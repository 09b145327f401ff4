import { expect, test } from 'vitest';
import { availabilityShares, byLeastReady } from './availability.ts';

test.each([
  ['was ready all the time', { expectedS: 100, readyS: 100, notReadyS: 0 }, [1, 0, 0, 1, 1]],
  ['was silent half of the time', { expectedS: 100, readyS: 50, notReadyS: 0 }, [0.5, 0, 0.5, 0.5, 1]],
  ['was silent all the time', { expectedS: 100, readyS: 0, notReadyS: 0 }, [0, 0, 1, 0, null]],
  ['was partly not ready', { expectedS: 100, readyS: 60, notReadyS: 20 }, [0.6, 0.2, 0.2, 0.8, 0.75]],
  ['did not exist', { expectedS: 0, readyS: 0, notReadyS: 0 }, [null, null, null, null, null]],
  ['reported more than was expected', { expectedS: 99, readyS: 100, notReadyS: 0 }, [1, 0, 0, 1, 1]],
])('the shares of a node that %s', (_what, time, expected) => {
  const { ready, notReady, unknown, measured, availability } = availabilityShares(time);
  expect([ready, notReady, unknown, measured, availability]).toEqual(expected);
});

test('lists the nodes with the most lost time first, silence included', () => {
  const nodes = [
    { name: 'up', expectedS: 100, readyS: 100, notReadyS: 0 },
    { name: 'silent', expectedS: 100, readyS: 40, notReadyS: 0 },
    { name: 'down', expectedS: 100, readyS: 70, notReadyS: 30 },
  ];
  expect(nodes.toSorted(byLeastReady).map(({ name }) => name)).toEqual(['silent', 'down', 'up']);
});
