import { z } from 'zod';

/*
 * What can be watched, and how one item is set. What an item means is one file each in `domain/alarms/items`; an item
 * of this table without its file does not compile.
 */

export const alarmTargets = ['cluster', 'node', 'pod', 'volume', 'claim'] as const;
export type AlarmTarget = (typeof alarmTargets)[number];

export const alarmItemKeys = [
  'cluster.noData',
  'cluster.apiUnreachable',
  'cluster.nodesNotReady',
  'cluster.podsPending',
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
] as const;
export type AlarmItemKey = (typeof alarmItemKeys)[number];

export const AlarmItemKey = z.enum(alarmItemKeys);

/** Beyond any figure that is measured. */
const MAX_THRESHOLD = 1e15;
const Threshold = z.number().min(0).max(MAX_THRESHOLD).nullable();

/**
 * A condition that is or is not, such as a node that is not ready, has the value 1 while it is: its threshold is 1 at
 * the level it is to have, and null at the other.
 */
export const AlarmSetting = z.strictObject({
  isOn: z.boolean(),
  isNotified: z.boolean(),
  warning: Threshold,
  critical: Threshold,
  /** How long it must hold before it counts. */
  holdS: z.int().min(0).max(86_400),
  /** How far behind the threshold the value must fall back before it counts as recovered. */
  recoveryMargin: z.number().min(0).max(MAX_THRESHOLD),
  /** Of items that count in a stretch of time; null of all others. */
  windowMin: z.int().min(1).max(60).nullable(),
});
export type AlarmSetting = z.infer<typeof AlarmSetting>;

/** Single items; the others are as set further up. */
export const AlarmSettings = z.partialRecord(AlarmItemKey, AlarmSetting);
export type AlarmSettings = z.infer<typeof AlarmSettings>;

/** Where an effective setting comes from, the nearest first. */
export const settingOrigins = ['object', 'cluster', 'template', 'standard'] as const;
export type SettingOrigin = (typeof settingOrigins)[number];
