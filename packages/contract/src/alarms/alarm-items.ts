import { z } from 'zod';

/*
 * The keys of all alarm items, and the shape of their settings. Each target has a file in
 * `domain/alarms/items`; the compiler reports a key without an item.
 */

export const alarmItemKeys = [
  'cluster.noData',
  'cluster.apiUnreachable',
  'cluster.nodesNotReady',
  'cluster.podsPending',
  'cluster.statisticsMissing',
  'cluster.cpuUsage',
  'cluster.memUsage',
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
  'cluster.pvUnbound',
  'node.notReady',
  'node.memoryPressure',
  'node.diskPressure',
  'node.pidPressure',
  'node.networkUnavailable',
  'node.unschedulable',
  'node.cpuUsage',
  'node.memUsage',
  'node.fileSystem',
  'node.inodes',
  'node.netRx',
  'node.netTx',
  'node.netErrors',
  'pod.failed',
  'pod.pending',
  'pod.notReady',
  'pod.crashLoop',
  'pod.oomKilled',
  'pod.imagePull',
  'pod.restarts',
  'pod.terminating',
  'pod.cpuUsage',
  'pod.memUsage',
  'pod.ephemeral',
  'pod.netRx',
  'pod.netTx',
  'volume.failed',
  'volume.released',
  'volume.pending',
  'claim.pending',
  'claim.lost',
  'claim.usage',
  'claim.inodes',
  'claim.daysUntilFull',
  'quota.usage',
  'workload.replicasUnavailable',
  'workload.rolloutStuck',
  'workload.jobFailed',
  'workload.cronJobLate',
  'autoscaler.atMaximum',
  'disruptionBudget.blocksDrain',
] as const;
export type AlarmItemKey = (typeof alarmItemKeys)[number];

type TargetIn<Key extends string> = Key extends `${infer Target}.${string}` ? Target : never;
/** The kinds that items are about. */
export type AlarmTarget = TargetIn<AlarmItemKey>;
/** A key begins with its target. */
const targetsInKeys = new Set(alarmItemKeys.map((key) => key.split('.')[0] as AlarmTarget));
export const alarmTargets: readonly [AlarmTarget, ...AlarmTarget[]] = [
  'cluster',
  ...[...targetsInKeys].filter((target) => target !== 'cluster'),
];

export const AlarmItemKey = z.enum(alarmItemKeys);

/** Larger than any measured value. */
const MAX_THRESHOLD = 1e15;
const Threshold = z.number().min(0).max(MAX_THRESHOLD).nullable();

/**
 * A condition, such as a node that is not ready, has the value 1 while it is true. Its threshold is 1 at the
 * level that the alarm has, and null at the other.
 */
export const AlarmSetting = z.strictObject({
  isOn: z.boolean(),
  isNotified: z.boolean(),
  warning: Threshold,
  critical: Threshold,
  /** How long the threshold must be passed before the alarm is raised. */
  holdS: z.int().min(0).max(86_400),
  /** How far the value must fall below the threshold before the alarm recovers. */
  recoveryMargin: z.number().min(0).max(MAX_THRESHOLD),
  /** The window of items that count occurrences; null for all others. */
  windowMin: z.int().min(1).max(60).nullable(),
});
export type AlarmSetting = z.infer<typeof AlarmSetting>;

/** Single items. Items that are absent are inherited. */
export const AlarmSettings = z.partialRecord(AlarmItemKey, AlarmSetting);
export type AlarmSettings = z.infer<typeof AlarmSettings>;

/** The layer that an effective setting comes from, nearest first. */
export const settingOrigins = ['object', 'cluster', 'template', 'standard'] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

/* The numbers of section 4 of the specification. Their labels are in `domain/mappings/labels`. */

/** 1 warning, 5 critical. */
export const AlarmLevelField = z.literal([1, 5]);
/** 1 failure, 2 performance, 3 event. */
export const AlarmTypeField = z.literal([1, 2, 3]);
/** 0 recovered, 1 occurred, 2 acknowledged, 3 handled, 4 closed. */
export const ConfirmLevelField = z.literal([0, 1, 2, 3, 4]);
/** The levels that a user may set. */
export const ChosenLevelField = z.literal([2, 3, 4]);

/** The kind that an alarm is about. An event may be about any kind, also a kind that is not collected. */
export const alarmSubjects = [...alarmTargets, 'event'] as const;
export type AlarmSubject = (typeof alarmSubjects)[number];

/** Why the engine closed an alarm. */
export const closeReasons = ['targetDeleted', 'unmonitored', 'itemOff'] as const;

/** The kinds of entries in an alarm's history. */
export const alarmChanges = [
  'occurred',
  'worsened',
  'reoccurred',
  'recovered',
  'confirmed',
  'closed',
  'folded',
  'unfolded',
] as const;
