import { expect, it } from 'vitest';
import { takeoverFigures } from './takeover.ts';

it('measures from the fault to the next acknowledgement of each cluster', () => {
  const batch = (hostId: number, seq: number, ackedMs: number) => ({
    hostId,
    seq,
    sampleMs: 0,
    eventUid: '',
    ackedMs,
    refusal: null,
  });
  const history = {
    batches: [batch(1, 1, 900), batch(1, 2, 1010), batch(1, 3, 9000), batch(2, 1, 8000), batch(3, 1, 1200)],
    lostOwners: [{ fault: 'kill', atMs: 1000, hostIds: [1, 2] }],
  };
  expect(takeoverFigures(history, () => true)).toEqual({ cnt: 2, p50Ms: 7000, maxMs: 8000 });
  expect(takeoverFigures(history, () => false)).toBeUndefined();
});
