import type { FaultScenario } from '../fault-scenario.ts';
import { heldOutNamespaces } from './held-out-namespaces.ts';
import { heldOutNodes } from './held-out-nodes.ts';
import { heldOutWorkloads } from './held-out-workloads.ts';
import { openNamespaces } from './open-namespaces.ts';
import { openNodes } from './open-nodes.ts';
import { openWorkloads } from './open-workloads.ts';

/**
 * Twenty families of two scenarios. The order within a family was written down first; then a coin decided
 * which of the two is held out (`hashText(20261118, family) % 2`: 0 is the first, 1 the second).
 */
export const openScenarios: readonly FaultScenario[] = [...openWorkloads, ...openNodes, ...openNamespaces];

/** Not read by those who tune the rules, and run once after the tuning. */
export const heldOutScenarios: readonly FaultScenario[] = [
  ...heldOutWorkloads,
  ...heldOutNodes,
  ...heldOutNamespaces,
];
