import type { CauseRelation, CauseRule } from '@gwanje/kinds/calls/causes';
import type { IconName } from '@gwanje/ui/icon';

export const causeIcons: Readonly<Record<CauseRule, IconName>> = {
  imageChanged: 'mdi-package-variant-closed',
  configurationChanged: 'mdi-file-cog-outline',
  requestsChanged: 'mdi-tune-variant',
  replicasChanged: 'mdi-content-copy',
  rolloutBegun: 'mdi-update',
  autoscalerScaled: 'mdi-arrow-expand-horizontal',
  workloadCreated: 'mdi-plus-box-outline',
  workloadDeleted: 'mdi-delete-outline',
  nodeCordoned: 'mdi-cancel',
  nodeRebooted: 'mdi-restart',
  nodeNew: 'mdi-server-plus',
  nodeRemoved: 'mdi-server-minus',
  nodePressure: 'mdi-gauge-full',
  nodeNotReady: 'mdi-server-off',
  neighbourRose: 'mdi-trending-up',
  claimFilled: 'mdi-database-alert-outline',
  volumeFailed: 'mdi-database-off-outline',
  quotaHit: 'mdi-speedometer',
  eventBurst: 'mdi-lightning-bolt-outline',
  kubeletVersionChanged: 'mdi-arrow-up-bold-circle-outline',
  agentVersionChanged: 'mdi-access-point',
};

/** Near objects stand out. */
export const relationColours = {
  self: 'accent',
  owner: 'accent',
  node: 'grey',
  namespace: 'grey',
  cluster: 'grey',
} as const satisfies Record<CauseRelation, string>;
