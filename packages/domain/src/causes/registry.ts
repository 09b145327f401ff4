import type { CauseRule } from '@gwanje/kinds/calls/causes';
import type { AnyCauseRule, CauseRuleDefinition } from './rule.ts';
import { eventBurst } from './rules/namespace/event-burst.ts';
import { quotaHit } from './rules/namespace/quota-hit.ts';
import { agentVersionChanged } from './rules/node/agent-version-changed.ts';
import { kubeletVersionChanged } from './rules/node/kubelet-version-changed.ts';
import { neighbourRose } from './rules/node/neighbour-rose.ts';
import { nodeCordoned } from './rules/node/node-cordoned.ts';
import { nodeNew } from './rules/node/node-new.ts';
import { nodeNotReady } from './rules/node/node-not-ready.ts';
import { nodePressure } from './rules/node/node-pressure.ts';
import { nodeRebooted } from './rules/node/node-rebooted.ts';
import { nodeRemoved } from './rules/node/node-removed.ts';
import { claimFilled } from './rules/storage/claim-filled.ts';
import { volumeFailed } from './rules/storage/volume-failed.ts';
import { autoscalerScaled } from './rules/workload/autoscaler-scaled.ts';
import { configurationChanged } from './rules/workload/configuration-changed.ts';
import { imageChanged } from './rules/workload/image-changed.ts';
import { replicasChanged } from './rules/workload/replicas-changed.ts';
import { requestsChanged } from './rules/workload/requests-changed.ts';
import { rolloutBegun } from './rules/workload/rollout-begun.ts';
import { workloadCreated } from './rules/workload/workload-created.ts';
import { workloadDeleted } from './rules/workload/workload-deleted.ts';

/** The rule of each kind of evidence. The compiler reports one that is missing. */
export const causeRules: { readonly [Rule in CauseRule]: CauseRuleDefinition<Rule> } = {
  imageChanged,
  configurationChanged,
  requestsChanged,
  replicasChanged,
  rolloutBegun,
  autoscalerScaled,
  workloadCreated,
  workloadDeleted,
  nodeCordoned,
  nodeRebooted,
  nodeNew,
  nodeRemoved,
  nodePressure,
  nodeNotReady,
  neighbourRose,
  claimFilled,
  volumeFailed,
  quotaHit,
  eventBurst,
  kubeletVersionChanged,
  agentVersionChanged,
};

export const allCauseRules: readonly AnyCauseRule[] = Object.values(causeRules);
