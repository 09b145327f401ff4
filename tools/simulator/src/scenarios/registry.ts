import { apiRestart } from './api-restart.ts';
import { claimLost } from './claim-lost.ts';
import { claimPending } from './claim-pending.ts';
import { cordon } from './cordon.ts';
import { cpuHot } from './cpu-hot.ts';
import { crashLoop } from './crash-loop.ts';
import { diskPressure } from './disk-pressure.ts';
import { drain } from './drain.ts';
import { eventFlood } from './event-flood.ts';
import { imagePullFailure } from './image-pull-failure.ts';
import { jobRun } from './job-run.ts';
import { kubelet500 } from './kubelet-500.ts';
import { memHot } from './mem-hot.ts';
import { memoryPressure } from './memory-pressure.ts';
import { networkUnavailable } from './network-unavailable.ts';
import { nodeFlap } from './node-flap.ts';
import { nodeNotReady } from './node-not-ready.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { oomKill } from './oom-kill.ts';
import { pendingPods } from './pending-pods.ts';
import { pidPressure } from './pid-pressure.ts';
import { podChurn } from './pod-churn.ts';
import { provisionerDown } from './provisioner-down.ts';
import { pvFailed } from './pv-failed.ts';
import { pvPending } from './pv-pending.ts';
import { pvReleased } from './pv-released.ts';
import { replaceNode } from './replace-node.ts';
import { rollout } from './rollout.ts';
import { scaleDown } from './scale-down.ts';
import { scaleUp } from './scale-up.ts';
import type { Scenario } from './scenario.ts';
import { surge } from './surge.ts';
import { volumeCreeps } from './volume-creeps.ts';
import { volumeFills } from './volume-fills.ts';
import { watchExpiry } from './watch-expiry.ts';

export const SCENARIO_NAMES = [
  'rollout',
  'scale-up',
  'scale-down',
  'crash-loop',
  'oom-kill',
  'image-pull-failure',
  'pending-pods',
  'node-not-ready',
  'node-flap',
  'memory-pressure',
  'disk-pressure',
  'pid-pressure',
  'network-unavailable',
  'cordon',
  'drain',
  'replace-node',
  'noisy-neighbour',
  'cpu-hot',
  'mem-hot',
  'volume-fills',
  'volume-creeps',
  'claim-pending',
  'provisioner-down',
  'pv-released',
  'pv-failed',
  'kubelet-500',
  'api-restart',
  'watch-expiry',
  'event-flood',
  'pod-churn',
  'job-run',
  'pv-pending',
  'claim-lost',
  'surge',
] as const;

export type ScenarioName = (typeof SCENARIO_NAMES)[number];

export const SCENARIOS = {
  rollout,
  'scale-up': scaleUp,
  'scale-down': scaleDown,
  'crash-loop': crashLoop,
  'oom-kill': oomKill,
  'image-pull-failure': imagePullFailure,
  'pending-pods': pendingPods,
  'node-not-ready': nodeNotReady,
  'node-flap': nodeFlap,
  'memory-pressure': memoryPressure,
  'disk-pressure': diskPressure,
  'pid-pressure': pidPressure,
  'network-unavailable': networkUnavailable,
  cordon,
  drain,
  'replace-node': replaceNode,
  'noisy-neighbour': noisyNeighbour,
  'cpu-hot': cpuHot,
  'mem-hot': memHot,
  'volume-fills': volumeFills,
  'volume-creeps': volumeCreeps,
  'claim-pending': claimPending,
  'provisioner-down': provisionerDown,
  'pv-released': pvReleased,
  'pv-failed': pvFailed,
  'kubelet-500': kubelet500,
  'api-restart': apiRestart,
  'watch-expiry': watchExpiry,
  'event-flood': eventFlood,
  'pod-churn': podChurn,
  'job-run': jobRun,
  'pv-pending': pvPending,
  'claim-lost': claimLost,
  surge,
} satisfies Record<ScenarioName, Scenario>;

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name);
}
