import { AlarmLevelField } from '@gwanje/contract/alarms/alarm-items';
import { AlarmMemo } from '@gwanje/contract/alarms/alarms';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { AlarmId, HostId, ObjectId, Timestamp } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { type LiveKind, liveKinds } from '../registry.ts';

/*
 * What changed before an alarm or in a time range (무엇이 바뀌었나), and how the same alarm was handled before (지난 처리).
 */

/** Longer ranges have too many changes to rank. */
export const MAX_CAUSE_RANGE_MS = 24 * 3_600_000;
export const MAX_CAUSE_LINES = 10;
export const MAX_RECALLS = 5;

const subjectKinds: readonly ['cluster', ...LiveKind[]] = ['cluster', ...liveKinds];
export const CauseKind = z.enum(subjectKinds);
export type CauseKind = z.infer<typeof CauseKind>;

/** How the changed object is related to the object of the alarm, nearest first. */
export const causeRelations = ['self', 'owner', 'node', 'namespace', 'cluster'] as const;
export type CauseRelation = (typeof causeRelations)[number];

/** One field, as text: old value, new value. Null: not set. */
const FieldChange = z.object({
  /** The container of the field; null for a field of the object. */
  container: z.string().nullable(),
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;
const FieldChanges = z.array(FieldChange);
const Count = z.number().nullable();

function evidence<const Rule extends string, Shape extends z.ZodRawShape>(rule: Rule, shape: Shape) {
  return z.object({ rule: z.literal(rule), ...shape });
}

/** What a rule found. The old and the new value, or the counts. */
export const CauseEvidence = z.discriminatedUnion('rule', [
  evidence('imageChanged', { changeList: FieldChanges }),
  /** Fields of the manifest. Values of secrets are not part of it. */
  evidence('configurationChanged', { changeList: FieldChanges }),
  /** Requests and limits: cores or bytes. */
  evidence('requestsChanged', { changeList: FieldChanges }),
  evidence('replicasChanged', { from: Count, to: Count }),
  evidence('rolloutBegun', { updatedCnt: Count, desiredCnt: Count }),
  evidence('autoscalerScaled', { autoscaler: z.string().nullable(), from: Count, to: Count }),
  evidence('workloadCreated', { workloadType: z.string() }),
  evidence('workloadDeleted', { workloadType: z.string() }),
  evidence('nodeCordoned', {}),
  evidence('nodeRebooted', {}),
  evidence('nodeNew', {}),
  evidence('nodeRemoved', {}),
  /** The condition of the node, as in its state. */
  evidence('nodePressure', { condition: z.string() }),
  evidence('nodeNotReady', { condition: z.string() }),
  /** Averages of the last minutes and of the time before. */
  evidence('neighbourRose', {
    metric: z.enum(['cpuUsedCores', 'memUsedBytes']),
    from: z.number(),
    to: z.number(),
  }),
  evidence('claimFilled', { fromPercent: Count, toPercent: z.number() }),
  /** A volume or claim that is lost or failed. */
  evidence('volumeFailed', { from: z.string().nullable(), to: z.string() }),
  evidence('quotaHit', { resource: z.string().nullable(), usedPercent: Count }),
  evidence('eventBurst', {
    type: z.string(),
    reason: z.string(),
    message: z.string(),
    cnt: z.int(),
    /** In as much time before. */
    usualCnt: z.int(),
  }),
  evidence('kubeletVersionChanged', { from: z.string().nullable(), to: z.string() }),
  evidence('agentVersionChanged', { from: z.string().nullable(), to: z.string(), agentCnt: z.int() }),
]);
export type CauseEvidence = z.infer<typeof CauseEvidence>;
export type CauseRule = CauseEvidence['rule'];

export const CauseLine = z.object({
  rule: z.enum(CauseEvidence.options.map(({ shape }) => shape.rule.value)),
  at: Timestamp,
  /** Seconds before the alarm or the end of the range; negative: after it. */
  distanceS: z.number(),
  relation: z.enum(causeRelations),
  /** The changed object. Null: an event about an object that is not collected. */
  kind: CauseKind.nullable(),
  id: ObjectId.nullable(),
  name: z.string(),
  namespace: z.string().nullable(),
  hostId: HostId,
  /** The order of the lines: closeness in time × relation × rarity. No probability. */
  score: z.number(),
  evidence: CauseEvidence,
  /** What else belongs to the same change, such as the rollout that a new image began. */
  foldedList: z.array(CauseEvidence),
  /** Objects with the same change at about the same time: nodes that got the same kubelet. 1: only this one. */
  objectCnt: z.int(),
  /** Other clusters, visible to the caller, with the same change in the range. */
  otherClusterCnt: z.int(),
});
export type CauseLine = z.infer<typeof CauseLine>;

/** Why an earlier alarm is shown. */
export const recallBases = ['sameWorkload', 'sameChange'] as const;

/** An earlier alarm of the same item, and who handled it. */
export const Recall = z.object({
  basis: z.enum(recallBases),
  /** The change before both alarms; null for alarms of the same workload. */
  rule: CauseLine.shape.rule.nullable(),
  alarmId: AlarmId,
  hostId: HostId,
  clusterName: z.string(),
  objectName: z.string(),
  namespace: z.string().nullable(),
  level: AlarmLevelField,
  occurredAt: Timestamp,
  /** The user who acknowledged or handled it; null when nobody did. */
  userName: z.string().nullable(),
  /** Seconds from the alarm to the first acknowledgement, to handled or closed by a user, and to the recovery. */
  acknowledgedAfterS: z.number().nullable(),
  handledAfterS: z.number().nullable(),
  recoveredAfterS: z.number().nullable(),
  /** Newest first. */
  memoList: z.array(AlarmMemo),
});
export type Recall = z.infer<typeof Recall>;

/** What the server reads. A source that failed or was too slow is named in `missingList`. */
export const causeSources = ['history', 'events', 'samples', 'otherClusters', 'alarms'] as const;
export type CauseSource = (typeof causeSources)[number];

const Answer = z.object({
  serverTime: Timestamp,
  /** The instant that the distances count from: when the alarm occurred, or the end of the range. */
  at: Timestamp,
  from: Timestamp,
  to: Timestamp,
  /** At most `MAX_CAUSE_LINES`, likeliest first. */
  list: z.array(CauseLine),
  recallList: z.array(Recall),
  missingList: z.array(z.enum(causeSources)),
});

/** The hour before the alarm. */
export const getAlarmCauses = endpoint({
  route: 'GET /cause/alarm/:alarmId',
  summary: 'What changed before an alarm, and how the same alarm was handled before',
  access: 'all',
  response: Answer,
});

/** `id` is the object id, or the hostId of a cluster. The object may be deleted. */
export const queryObjectCauses = endpoint({
  route: 'POST /cause/object',
  summary: 'What changed around an object in a time range',
  access: 'all',
  read: true,
  body: z.strictObject({
    _method: z.literal('get').optional(),
    kind: CauseKind,
    id: ObjectId,
    from: Timestamp,
    to: Timestamp,
  }),
  response: Answer,
});
