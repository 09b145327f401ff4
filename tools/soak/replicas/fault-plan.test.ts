import { expect, it } from 'vitest';
import { type FaultKind, planFaults } from './fault-plan.ts';

const REPLICAS: readonly FaultKind[] = ['kill', 'pause', 'cut', 'clock'];
const STORES: readonly FaultKind[] = ['restartDatabase', 'pauseDatabase', 'enginesAway', 'diskFull'];
const OTHERS: readonly FaultKind[] = ['killLogin', 'killPool', 'restart', 'rollingRestart'];
const ALL = [...REPLICAS, ...STORES, ...OTHERS];
const options = {
  seed: 7,
  faultCnt: 200,
  kinds: ALL,
  replicas: ['replica-1', 'replica-2', 'replica-3'],
  engines: ['metrics-1', 'metrics-2'],
  logins: ['login-1', 'login-2'],
};

it('plans the same faults from the same seed, and others from another seed', () => {
  expect(planFaults(options)).toEqual(planFaults(options));
  expect(planFaults({ ...options, seed: 8 })).not.toEqual(planFaults(options));
});

it('plans the wanted number of faults, of every kind and for every replica', () => {
  const faults = planFaults(options).flatMap((group) => group.map(({ fault }) => fault));
  expect(faults).toHaveLength(options.faultCnt);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(ALL));
  const killed = faults.flatMap((fault) => (fault.kind === 'kill' ? fault.replica : []));
  expect(new Set(killed)).toEqual(new Set(options.replicas));
});

it('pauses for 5 to 60 seconds, also longer than the lease of a replica', () => {
  const faults = planFaults({ ...options, kinds: ['pause'] }).flat();
  const pauses = faults.map(({ fault }) => ('forMs' in fault ? fault.forMs : 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
  expect(pauses.some((ms) => ms > 30_000)).toBe(true);
});

it('neither stops the database nor restarts a replica twice in one group', () => {
  for (const group of planFaults(options)) {
    const kinds = group.map(({ fault: { kind } }) => kind);
    expect(kinds.filter((kind) => kind.endsWith('Database')).length).toBeLessThanOrEqual(1);
    expect(kinds.filter((kind) => /^restart$|^rolling/.test(kind)).length).toBeLessThanOrEqual(1);
  }
});
