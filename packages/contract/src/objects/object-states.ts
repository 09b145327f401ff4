import { z } from 'zod';

/*
 * The states that calls return and lists sort by, in the order of section 15 of the design: worst first.
 */

/** Worst first: the dashboard's sort order, and the precedence when an object has several states. */
export const monResults = ['critical', 'warning', 'stale', 'normal', 'unmonitored'] as const;
export type MonResult = (typeof monResults)[number];

export const podPhases = ['Failed', 'Unknown', 'Pending', 'Running', 'Succeeded'] as const;
export type PodPhase = (typeof podPhases)[number];

/** A node shows its worst condition. The pressures have equal rank. */
export const nodeConditions = [
  'NotReady',
  'Unknown',
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
  'SchedulingDisabled',
  'Ready',
] as const;
export type NodeCondition = (typeof nodeConditions)[number];

export const containerStates = ['terminatedWithError', 'waiting', 'running', 'terminated'] as const;
export type ContainerState = (typeof containerStates)[number];

export const containerTypes = ['regular', 'sidecar', 'init', 'ephemeral'] as const;

export const volumePhases = ['Failed', 'Released', 'Pending', 'Available', 'Bound'] as const;
export const claimPhases = ['Lost', 'Pending', 'Bound'] as const;

export const eventLevels = ['normal', 'warning', 'critical'] as const;
export type EventLevel = (typeof eventLevels)[number];

export const MonResultField = z.enum(monResults);
