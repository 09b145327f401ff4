import { z } from 'zod';
import { AlarmItemKey, AlarmSetting, AlarmSettings } from './alarm-items.ts';
import { AlarmLevelField } from './alarm-states.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { AlarmTemplateId, HostId, ObjectId } from './ids.ts';

export const MAX_REHEARSED_DAYS = 7;
export const MAX_REHEARSED_CLUSTERS = 50;
/** What recovered so soon is what a longer hold is for. */
export const SHORT_S = 120;

const Marker = z.literal('get').optional();

/** Of what is stored, or of what somebody has typed and not stored yet. */
const RehearsalOf = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('template'), alarmTemplateId: AlarmTemplateId }),
  z.strictObject({ kind: z.literal('settings'), settings: AlarmSettings }),
]);

/**
 * Why an item was not rehearsed: off — it is switched off everywhere it would count · notStored — what it looks at is
 * not kept over time · timeLimit — the time for one rehearsal had passed.
 */
export const skipReasons = ['off', 'notStored', 'timeLimit'] as const;

const Example = z.object({
  hostId: HostId,
  clusterName: z.string(),
  /** Null of the cluster itself. */
  objectId: ObjectId.nullable(),
  objectName: z.string(),
  namespace: z.string().nullable(),
  level: AlarmLevelField,
  /** When the alarm would have been raised, and when it would have recovered; null: it had not by the end. */
  from: Timestamp,
  to: Timestamp.nullable(),
  /** What was seen when it was raised. */
  value: z.number().nullable(),
});

const RehearsedItem = z.object({
  itemKey: AlarmItemKey,
  /** As the rehearsed template has it; single clusters and objects may have their own, which count for them. */
  setting: AlarmSetting,
  /** How often an alarm would have been raised, or would have broken again. */
  firedCnt: z.int(),
  /** Of these, not over by the end of the time. */
  openCnt: z.int(),
  /** Of those that ended by a recovery; how long each was open. */
  totalS: z.number(),
  medianS: z.number().nullable(),
  /** Recovered within 2 minutes. */
  shortCnt: z.int(),
  /**
   * The shortest hold without at least nine of ten of the short ones, and with every longer one; null: nothing to
   * gain by another hold, or no such hold.
   */
  suggestedHoldS: z.int().nullable(),
  /** How many would have been raised with it. */
  suggestedFiredCnt: z.int().nullable(),
  /** Objects that were there, and of how many of them the time was long enough. */
  objectCnt: z.int(),
  rehearsedCnt: z.int(),
  exampleList: z.array(Example),
});

export const rehearseTemplate = endpoint({
  method: 'POST',
  path: '/template/rehearse',
  summary: 'Replay a template over the last days of clusters: what would have fired, and for how long',
  access: 'groupAdmin',
  read: true,
  body: z.strictObject({
    _method: Marker,
    of: RehearsalOf,
    /** Absent: those of the selected groups that one may manage. */
    hostIdList: z
      .array(HostId)
      .min(1)
      .max(MAX_REHEARSED_CLUSTERS)
      .refine((ids) => new Set(ids).size === ids.length, 'duplicate hostId')
      .optional(),
    days: z.int().min(1).max(MAX_REHEARSED_DAYS),
  }),
  response: z.object({
    serverTime: Timestamp,
    from: Timestamp,
    to: Timestamp,
    /** How far apart the stored measurements are: what is shorter is not seen. */
    stepMs: z.int(),
    tookMs: z.int(),
    clusterList: z.array(z.object({ hostId: HostId, name: z.string() })),
    itemList: z.array(RehearsedItem),
    skippedList: z.array(z.object({ itemKey: AlarmItemKey, reason: z.enum(skipReasons) })),
  }),
});
