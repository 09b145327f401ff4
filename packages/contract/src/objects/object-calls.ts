import { z } from 'zod';
import { agentProblems } from '../agent/agent-problems.ts';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp } from '../definition/fields.ts';

/* The shapes and calls that all kinds of objects share. */

/** One change in the state of an object, as text: field, old value, new value. */
export const StateChange = z.object({
  at: Timestamp,
  changes: z.array(z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});

export const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  changedAt: Timestamp.nullable(),
});

/** CPU or memory of the pods of an object that have not ended. */
export const PodAmounts = z.object({
  /** Null: no pod is measured. */
  used: z.number().nullable(),
  /** Of the pods that have a node. */
  request: z.number(),
  /** Requests of the pods that wait for a node. */
  waitingRequest: z.number(),
  limit: z.number(),
});

/** What the pods of a namespace or workload use and request. Null: the object is deleted. */
export const AllPodAmounts = z
  .object({ waitingPodCnt: z.int(), cpuCores: PodAmounts, memBytes: PodAmounts })
  .nullable();

export const Labels = z.record(z.string(), z.string());

/** One object, also if it is deleted: its row with the fields in `more`. */
export function objectInfo<const Name extends string, Row extends z.ZodRawShape, More extends z.ZodRawShape>(
  name: Name,
  row: z.ZodObject<Row>,
  wallboards: boolean,
  more: More,
) {
  return endpoint({
    route: `GET /${name}/info/:${name}Id`,
    summary: `One ${name}, also if it is deleted`,
    access: 'all',
    wallboards,
    response: row.extend({ serverTime: Timestamp, ...more, changeList: z.array(StateChange) }),
  });
}

/** A name-list entry of an existing object. */
export function nameEntry<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, name: z.string() });
}

/** The highest level of an object's own open alarms. Null: none is open. */
export const AlarmLevel = z.enum(['critical', 'warning']).nullable();

/** Changes objects of one kind. For now only whether they are monitored (감시 제외). */
export function objectUpdate<Id extends z.ZodRawShape>(kind: string, summary: string, id: Id) {
  return endpoint({
    route: `PUT /${kind}/update`,
    summary,
    access: 'groupAdmin',
    body: z
      .array(z.strictObject({ ...id, isMonitored: z.boolean() }))
      .min(1)
      .max(1000),
  });
}

/** Why an object has no statistics: a problem that an agent reports, or one that the server sees itself. */
export const statisticsGapReasons = [
  ...agentProblems,
  'nodeNotReady',
  /** No agent reports anything about its node. */
  'nodeAgentMissing',
  /** The statistics of its node arrive, but without this object. */
  'notReported',
] as const;
export type StatisticsGapReason = (typeof statisticsGapReasons)[number];

/** Since when an object has no statistics, and why. */
export const StatisticsGap = z.object({
  since: Timestamp,
  reason: z.enum(statisticsGapReasons),
  /** The error text of the component that refused. */
  detail: z.string().nullable(),
});
export type StatisticsGap = z.infer<typeof StatisticsGap>;
