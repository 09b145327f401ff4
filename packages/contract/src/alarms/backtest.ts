import { z } from 'zod';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { AlarmTemplateId, HostId, ObjectId, Timestamp } from '../definition/fields.ts';
import { AlarmItemKey, AlarmLevelField, AlarmSetting, AlarmSettings } from './alarm-items.ts';

export const MAX_BACKTEST_DAYS = 7;
export const MAX_BACKTEST_CLUSTERS = 50;
/** An alarm that recovers within this time is short: a longer hold would prevent it. */
export const SHORT_S = 120;

const Marker = z.literal('get').optional();

/** A stored template, or settings that are not saved yet. */
const BacktestSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('template'), alarmTemplateId: AlarmTemplateId }),
  z.strictObject({ kind: z.literal('settings'), settings: AlarmSettings }),
]);

/**
 * Why an item was not tested. off: it is off everywhere · notStored: its input is not in the history ·
 * timeLimit: the time limit of the backtest was reached.
 */
export const skipReasons = ['off', 'notStored', 'timeLimit'] as const;

const Example = z.object({
  hostId: HostId,
  clusterName: z.string(),
  /** Null for the cluster itself. */
  objectId: ObjectId.nullable(),
  objectName: z.string(),
  namespace: z.string().nullable(),
  level: AlarmLevelField,
  /** When the alarm would have been raised, and when it would have ended; null: not within the range. */
  from: Timestamp,
  to: Timestamp.nullable(),
  /** The value when it would have been raised. */
  value: z.number().nullable(),
});

const BacktestItem = z.object({
  itemKey: AlarmItemKey,
  /** The template's setting. Clusters and objects with their own setting were tested with that. */
  setting: AlarmSetting,
  /** Alarms that would have been raised. */
  firedCnt: z.int(),
  /** Those of them that had not ended. */
  openCnt: z.int(),
  /** How long alarms that recovered were open. */
  totalS: z.number(),
  medianS: z.number().nullable(),
  /** Recovered within 2 minutes. */
  shortCnt: z.int(),
  /**
   * The shortest hold that prevents nine of ten short alarms and no long alarm; null: there is none, or the
   * current hold is long enough.
   */
  suggestedHoldS: z.int().nullable(),
  /** How many alarms would remain with the suggested hold. */
  suggestedFiredCnt: z.int().nullable(),
  /** Objects that existed, and how many of them were tested within the time limit. */
  objectCnt: z.int(),
  testedCnt: z.int(),
  exampleList: z.array(Example),
});

export const backtestTemplate = endpoint({
  route: 'POST /template/backtest',
  summary: 'Replay a template over the last days of clusters: what would have fired, and for how long',
  access: 'groupAdmin',
  read: true,
  body: z.strictObject({
    _method: Marker,
    of: BacktestSource,
    /** Absent: the clusters of the selected groups that the caller may manage. */
    hostIdList: distinctList(HostId, MAX_BACKTEST_CLUSTERS).optional(),
    days: z.int().min(1).max(MAX_BACKTEST_DAYS),
  }),
  response: z.object({
    serverTime: Timestamp,
    from: Timestamp,
    to: Timestamp,
    /** The interval of the stored measurements. Shorter breaches are not found. */
    stepMs: z.int(),
    tookMs: z.int(),
    clusterList: z.array(z.object({ hostId: HostId, name: z.string() })),
    itemList: z.array(BacktestItem),
    skippedList: z.array(z.object({ itemKey: AlarmItemKey, reason: z.enum(skipReasons) })),
  }),
});
