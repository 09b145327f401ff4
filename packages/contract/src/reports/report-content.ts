import { z } from 'zod';
import { TimeZone } from '../alarms/webhooks.ts';
import { HostId, MetaGroupId, SubGroupId, Timestamp } from '../definition/fields.ts';
import { CalendarDate } from '../duty/duty-rotas.ts';

export const reportKinds = ['weekly', 'monthly'] as const;
export const ReportKind = z.enum(reportKinds);
export type ReportKind = z.infer<typeof ReportKind>;

const Seconds = z.number().min(0);

/**
 * How long something was expected to be measured, and what was measured. The rest of the expected time is unknown: nothing
 * was reported. Unknown time is neither up nor down.
 */
const availabilityFields = { expectedS: Seconds, readyS: Seconds, notReadyS: Seconds };

const NodeAvailability = z.object({
  hostId: HostId,
  clusterName: z.string(),
  name: z.string(),
  ...availabilityFields,
});
export type NodeAvailability = z.infer<typeof NodeAvailability>;

const ClusterAvailability = z.object({
  hostId: HostId,
  name: z.string(),
  subGroupName: z.string(),
  /** When the first data of the cluster came; null: never. Time before it is not expected. */
  firstDataAt: Timestamp.nullable(),
  /** Nodes that existed in the period. */
  nodeCnt: z.int(),
  /** Sums over the nodes. */
  ...availabilityFields,
  /** Time of the cluster itself, and the part of it in which it reported at least one node. */
  spanS: Seconds,
  contactS: Seconds,
  /** Times without contact. */
  silenceCnt: z.int(),
  longestSilenceS: Seconds,
});
export type ClusterAvailability = z.infer<typeof ClusterAvailability>;

const AlarmItemCount = z.object({
  itemKey: z.string(),
  /** The name of an event alarm; null for the items of the product. */
  itemName: z.string().nullable(),
  cnt: z.int(),
  criticalCnt: z.int(),
  /** In the period before; null: alarms of that time are no longer stored. */
  beforeCnt: z.int().nullable(),
});
export type AlarmItemCount = z.infer<typeof AlarmItemCount>;

/** Time from the occurrence to an act of a person. */
const ResponseTime = z.object({
  doneCnt: z.int(),
  neverCnt: z.int(),
  /** Those of `neverCnt` that ended by themselves. */
  neverAndEndedCnt: z.int(),
  medianS: Seconds.nullable(),
  p95S: Seconds.nullable(),
});
export type ResponseTime = z.infer<typeof ResponseTime>;

/**
 * hold: many alarms ended soon, a longer hold prevents them · margin: many alarms came back soon after their recovery, a
 * larger margin keeps them open.
 */
export const proposalReasons = ['hold', 'margin'] as const;

const RuleProposal = z.object({
  why: z.enum(proposalReasons),
  holdS: z.int(),
  recoveryMargin: z.number(),
});
export type RuleProposal = z.infer<typeof RuleProposal>;

const NoisyRule = z.object({
  itemKey: z.string(),
  itemName: z.string().nullable(),
  /** The template whose setting applies. */
  alarmTemplateId: z.int(),
  templateName: z.string(),
  /** The cluster that has its own setting of the item; null: the setting of the template applies. */
  hostId: HostId.nullable(),
  clusterName: z.string().nullable(),
  cnt: z.int(),
  /** How often an alarm recovered within 2 minutes. */
  shortCnt: z.int(),
  /** How often an alarm came back within 5 minutes after its recovery, or while a person handled it. */
  againCnt: z.int(),
  /** The setting in force; null for event alarms. */
  holdS: z.int().nullable(),
  recoveryMargin: z.number().nullable(),
  /** Null: the plain rule proposes nothing. */
  proposal: RuleProposal.nullable(),
});
export type NoisyRule = z.infer<typeof NoisyRule>;

export const reportResources = ['cpu', 'memory', 'volume'] as const;

/**
 * fills: it grows, `daysLeft` says when it is full · steady: it does not grow, or would be full only after ten years ·
 * tooLittle: too little was measured for a statement · noCapacity: the capacity is unknown.
 */
export const growthStates = ['fills', 'steady', 'tooLittle', 'noCapacity'] as const;
export type GrowthState = (typeof growthStates)[number];

const growthFields = {
  state: z.enum(growthStates),
  /** The last measured value of the period. */
  used: z.number().nullable(),
  capacity: z.number().nullable(),
  perDay: z.number().nullable(),
  daysLeft: z.number().nullable(),
  /** Share of the period with measurements, from 0 to 1. */
  measuredShare: z.number(),
};

const ClusterGrowth = z.object({
  hostId: HostId,
  clusterName: z.string(),
  resource: z.enum(reportResources),
  ...growthFields,
  /** Averages over equal parts of the period; null: not measured. */
  pointList: z.array(z.number().nullable()),
});
export type ClusterGrowth = z.infer<typeof ClusterGrowth>;

const ClaimGrowth = z.object({
  hostId: HostId,
  clusterName: z.string(),
  namespace: z.string(),
  name: z.string(),
  ...growthFields,
});
export type ClaimGrowth = z.infer<typeof ClaimGrowth>;

/** Averages over the period. */
const WorkloadUse = z.object({
  hostId: HostId,
  clusterName: z.string(),
  namespace: z.string(),
  ownerKind: z.string(),
  name: z.string(),
  /** Pods of the period that were measured. */
  podCnt: z.int(),
  used: z.number(),
  /** Null: no pod of it has a request. */
  requested: z.number().nullable(),
});
export type WorkloadUse = z.infer<typeof WorkloadUse>;

const WorkloadTops = z.object({
  byCpu: z.array(WorkloadUse),
  byMemory: z.array(WorkloadUse),
  wastedCpu: z.array(WorkloadUse),
  wastedMemory: z.array(WorkloadUse),
});
export type WorkloadTops = z.infer<typeof WorkloadTops>;

/** The figures of a report. They are stored as they are, so a stored report does not change when its data is deleted. */
export const ReportContent = z.object({
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  kind: ReportKind,
  timeZone: TimeZone,
  /** The first and the last day of the period, in the time zone. */
  fromDate: CalendarDate,
  toDate: CalendarDate,
  fromAt: Timestamp,
  toAt: Timestamp,
  /** Until when data is counted: the end of the period, or the time of the report while the period runs. */
  countedTo: Timestamp,
  madeAt: Timestamp,
  isRunning: z.boolean(),
  /** False: only the sub groups that the reader may see. */
  isWholeGroup: z.boolean(),
  /** Data before this time may be deleted already, so it counts as unknown; null: all data of the period is stored. */
  storedFrom: Timestamp.nullable(),
  subGroupList: z.array(z.object({ subGroupId: SubGroupId, name: z.string() })),
  availability: z.object({
    clusterList: z.array(ClusterAvailability),
    nodeCnt: z.int(),
    /** The nodes with the least ready time first. */
    nodeList: z.array(NodeAvailability),
  }),
  alarms: z.object({
    cnt: z.int(),
    criticalCnt: z.int(),
    /** Alarms of `cnt` that followed from another one. They are not counted in response times and noise. */
    foldedCnt: z.int(),
    beforeCnt: z.int().nullable(),
    itemList: z.array(AlarmItemCount),
    dayList: z.array(z.object({ date: CalendarDate, warningCnt: z.int(), criticalCnt: z.int() })),
  }),
  response: z.object({ acknowledged: ResponseTime, handled: ResponseTime }),
  noise: z.object({ ruleList: z.array(NoisyRule) }),
  capacity: z.object({
    /** When the first point of `pointList` begins, and how long a point is. */
    pointsFrom: Timestamp,
    pointS: z.number(),
    clusterList: z.array(ClusterGrowth),
    /** The claims that are full first. */
    claimList: z.array(ClaimGrowth),
    /** Claims of which growth is known, of all claims. */
    knownClaimCnt: z.int(),
    claimCnt: z.int(),
    /** True: there are more claims than a report reads. Growth is known only of the oldest. Older reports do not say it. */
    isTruncated: z.boolean().default(false),
  }),
  workloads: WorkloadTops.extend({
    podCnt: z.int(),
    measuredPodCnt: z.int(),
    /** True: a cluster had more pods than a report reads. The newest are counted. */
    isTruncated: z.boolean(),
  }),
});
export type ReportContent = z.infer<typeof ReportContent>;
