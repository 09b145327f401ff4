import { describe, expect, it } from 'vitest';
import { containerRecord, podRecord } from '../testing/records.ts';
import { podState } from './index.ts';
import type { PodRecord } from './record.ts';
import { podLimit, podLimitSum, podRequest } from './resources.ts';

function amounts(cpuCores: number, memBytes = -1) {
  return { cpuCores, memBytes, ephemeralBytes: -1 };
}

function podOf(containers: PodRecord['containers'], more: Partial<PodRecord> = {}): PodRecord {
  return podRecord({ containers, ...more });
}

describe('the request of a pod', () => {
  const app = containerRecord({ requests: amounts(0.2) });
  const other = containerRecord({ name: 'other', requests: amounts(0.3) });

  it('is the sum of its containers, or of its init phase if that is larger', () => {
    const small = containerRecord({ name: 'small', type: 'init', requests: amounts(0.1) });
    const large = containerRecord({ name: 'large', type: 'init', requests: amounts(2) });
    expect(podRequest(podOf([app, other]), 'cpuCores')).toBeCloseTo(0.5);
    expect(podRequest(podOf([small, app, other]), 'cpuCores')).toBeCloseTo(0.5);
    expect(podRequest(podOf([small, large, app, other]), 'cpuCores')).toBe(2);
  });

  it('includes sidecars in the init phase and afterwards', () => {
    const mesh = containerRecord({ name: 'mesh', type: 'sidecar', requests: amounts(0.5) });
    const setup = containerRecord({ name: 'setup', type: 'init', requests: amounts(1) });
    const small = containerRecord({ requests: amounts(0.25) });
    expect(podRequest(podOf([mesh, setup, small]), 'cpuCores')).toBe(1.5);
    expect(podRequest(podOf([setup, mesh, small]), 'cpuCores')).toBe(1);
  });

  it('includes the overhead of its RuntimeClass, also when no container has a request', () => {
    const overhead = amounts(0.25, 100);
    expect(podRequest(podOf([app, other], { overhead }), 'cpuCores')).toBeCloseTo(0.75);
    expect(podRequest(podOf([app, other], { overhead }), 'memBytes')).toBe(100);
    expect(podRequest(podOf([app, other]), 'memBytes')).toBe(-1);
  });

  it('of the pod itself replaces those of its containers', () => {
    const resources = { requests: amounts(1), limits: amounts(-1) };
    expect(podRequest(podOf([app, other], { resources }), 'cpuCores')).toBe(1);
    expect(podRequest(podOf([app, other], { resources, overhead: amounts(0.5) }), 'cpuCores')).toBe(1.5);
  });
});

describe('the limit of a pod', () => {
  const bounded = containerRecord({ limits: amounts(1, 100) });
  const open = containerRecord({ name: 'open', limits: amounts(2) });

  it('exists only if all its containers have one', () => {
    expect(podLimit(podOf([bounded]), 'memBytes')).toBe(100);
    expect(podLimit(podOf([bounded, open]), 'memBytes')).toBe(-1);
    expect(podLimit(podOf([bounded, { ...open, type: 'init' }]), 'memBytes')).toBe(100);
    expect(podLimit(podOf([]), 'memBytes')).toBe(-1);
  });

  it('is marked as incomplete: the sum has the limits that are set', () => {
    expect(podState(podOf([bounded, open]))).toMatchObject({
      cpuLimitCores: 3,
      cpuLimitSumCores: 3,
      memLimitBytes: -1,
      memLimitSumBytes: 100,
    });
    expect(podLimitSum(podOf([containerRecord()]), 'memBytes')).toBe(-1);
  });

  it('includes the overhead only where a limit is set', () => {
    const overhead = amounts(0.5, 50);
    expect(podLimit(podOf([bounded], { overhead }), 'memBytes')).toBe(150);
    expect(podLimitSum(podOf([bounded, open], { overhead }), 'memBytes')).toBe(150);
    expect(podLimitSum(podOf([containerRecord()], { overhead }), 'memBytes')).toBe(-1);
    const zero = containerRecord({ limits: amounts(0, 0) });
    expect(podLimitSum(podOf([zero], { overhead }), 'memBytes')).toBe(0);
  });

  it('of the pod itself bounds all its containers', () => {
    const resources = { requests: amounts(-1), limits: amounts(4, 500) };
    expect(podLimit(podOf([bounded, open], { resources }), 'memBytes')).toBe(500);
  });
});
