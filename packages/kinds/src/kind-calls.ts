import * as autoscaler from './autoscaler/calls.ts';
import * as claim from './claim/calls.ts';
import * as container from './container/calls.ts';
import * as disruptionBudget from './disruption-budget/calls.ts';
import * as ingress from './ingress/calls.ts';
import * as namespace from './namespace/calls.ts';
import * as node from './node/calls.ts';
import * as pod from './pod/calls.ts';
import * as quota from './quota/calls.ts';
import * as service from './service/calls.ts';
import * as volume from './volume/calls.ts';
import * as workload from './workload/calls.ts';

/** The calls of all kinds. Their names follow a rule: `listPods`, `getPod`, `updatePods`, `getPodAlarmSetting`. */
export const callsOfKinds = {
  ...node,
  ...pod,
  ...container,
  ...namespace,
  ...workload,
  ...volume,
  ...claim,
  ...service,
  ...ingress,
  ...autoscaler,
  ...disruptionBudget,
  ...quota,
};
