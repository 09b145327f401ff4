import { clusterScenarios } from './cluster-scenarios.ts';
import { deploymentScenarios } from './deployment-scenarios.ts';
import { logScenarios } from './log-scenarios.ts';
import { namespaceScenarios } from './namespace-scenarios.ts';
import { nodeScenarios } from './node-scenarios.ts';
import { podScenarios } from './pod-scenarios.ts';
import { policyScenarios } from './policy-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { volumeScenarios } from './volume-scenarios.ts';

const scenarios = {
  ...deploymentScenarios,
  ...nodeScenarios,
  ...podScenarios,
  ...volumeScenarios,
  ...clusterScenarios,
  ...namespaceScenarios,
  ...logScenarios,
  ...policyScenarios,
};

export type ScenarioName = keyof typeof scenarios;

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = scenarios;

export const SCENARIO_NAMES = Object.keys(SCENARIOS).filter(isScenario);

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name);
}
