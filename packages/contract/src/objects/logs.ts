import { z } from 'zod';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { PodId, SubGroupId, Timestamp, YesNo } from '../definition/fields.ts';

/* Logs of containers. The server reads them through the cluster's agent and stores nothing. */

/** One call reads all pods of a workload: a browser has six connections to a server at most. */
export const MAX_LOG_SOURCES = 20;
export const MAX_LOG_TAIL_LINES = 10_000;
const DEFAULT_TAIL_LINES = 1_000;
/** Calls of one user at the same time. */
export const LOG_STREAMS_PER_USER = 10;
/** A longer line is cut. Its entry says how many bytes are missing. */
export const MAX_LOG_LINE_BYTES = 16 * 1024;

/**
 * The place in a log after an event. Clients do not read it: they send the last one of a source as `resume`.
 * Time of the latest line, lines of that time, lines after it that are older.
 */
export const LogPosition = z
  .string()
  .max(64)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z\/\d{1,9}\/\d{1,9}$/);
export type LogPosition = z.infer<typeof LogPosition>;

export const LogSource = z.strictObject({
  podId: PodId,
  containerName: z.string().regex(/^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/),
  /** The container before its last restart. Its log does not grow, so it is not followed. */
  previous: YesNo.default('N'),
  /** Lines after this position are sent. It replaces `sinceTime`, `sinceSeconds` and `tailLines`. */
  resume: LogPosition.optional(),
});
export type LogSource = z.infer<typeof LogSource>;

/** The time of a line in UTC with up to nine decimals, as the container runtime wrote it. */
const LineTime = z.string().max(40);
const Count = z.int().min(0);
const source = { source: z.int().min(0) } as const;

/**
 * The text of a line: invalid UTF-8 and control characters are replaced by U+FFFD, but tabs, escape
 * (0x1b) and carriage returns inside of the line stay: a viewer shows colours and progress bars. A third entry counts the bytes that were cut off the line.
 */
export const LogLine = z.union([
  z.tuple([LineTime, z.string()]),
  z.tuple([LineTime, z.string(), z.int().min(1)]),
]);
export type LogLine = z.infer<typeof LogLine>;

/**
 * open: lines arrive · waiting: the container has not started or starts again · agentGone: the cluster's agent is
 * not connected · apiServerGone: the agent gets no answer from the API server. After each of the last three the
 * server goes on by itself as soon as it can, and reports `open` again.
 */
export const logStates = ['open', 'waiting', 'agentGone', 'apiServerGone'] as const;

/**
 * finished: all lines were sent, and there will be no more · limit: `tailLines` lines of a range were sent ·
 * containerGone: the pod or container does not exist any more · noPrevious: the container has no previous run ·
 * noRight: the agent may not read logs · noPermission: the user may not read them any more · busy: the agent reads
 * too many logs · failed: see `detail`.
 */
export const logEndReasons = [
  'finished',
  'limit',
  'containerGone',
  'noPrevious',
  'noRight',
  'noPermission',
  'busy',
  'failed',
] as const;

/**
 * The events of a stream; `source` is the index in `sourceList`. A connection that closes before every source has
 * its `end` was cut: the client opens it again with the last `position` of each source.
 */
export const LogEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('lines'), ...source, list: z.array(LogLine), position: LogPosition }),
  /** Lines of a flood (over 2,000 a second of all sources together) that were not sent. The counts are exact. */
  z.object({
    type: z.literal('leftOut'),
    ...source,
    cnt: Count,
    bytes: Count,
    fromTime: LineTime,
    toTime: LineTime,
    position: LogPosition,
  }),
  /**
   * After a pause the log did not contain the line at which it had stopped, because it was rotated or the container
   * was replaced: lines between these times may be missing. `toTime` is null while no later line exists.
   */
  z.object({ type: z.literal('gap'), ...source, fromTime: LineTime, toTime: LineTime.nullable() }),
  /** Follow: the container was started again. The lines of the new run follow. */
  z.object({ type: z.literal('restarted'), ...source, at: Timestamp }),
  z.object({
    type: z.literal('state'),
    ...source,
    state: z.enum(logStates),
    at: Timestamp,
    /** The message of the cluster, as text. */
    detail: z.string().nullable(),
  }),
  z.object({
    type: z.literal('end'),
    ...source,
    reason: z.enum(logEndReasons),
    at: Timestamp,
    detail: z.string().nullable(),
  }),
]);
export type LogEvent = z.infer<typeof LogEvent>;
export type LogEventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

/**
 * Answers server-sent events with a `LogEvent` each as `data`, and a comment as a ping every 15 s. Errors before the
 * first byte are envelopes: 8003 for a pod that the caller may not see, 8005 with reason `logPermission` for one
 * whose logs the caller may not read, 8007 beyond `LOG_STREAMS_PER_USER`. Every opening is in the audit log.
 */
export const openLog = endpoint({
  route: 'POST /log',
  summary: 'Logs of containers as server-sent events',
  access: 'all',
  read: true,
  answers: 'stream',
  subGroupsIn: 'none',
  whileViewing: 'no',
  body: z.strictObject({
    _method: z.literal('get').optional(),
    sourceList: distinctList(
      LogSource,
      MAX_LOG_SOURCES,
      ({ podId, containerName, previous }) => `${podId} ${containerName} ${previous}`,
    ),
    follow: YesNo.default('Y'),
    sinceTime: Timestamp.optional(),
    /** Instead of `sinceTime`. */
    sinceSeconds: z.int().min(1).max(31_536_000).optional(),
    /**
     * Lines up to this time, not followed. With it the first `tailLines` lines after `sinceTime` are sent, otherwise
     * the last ones.
     */
    untilTime: Timestamp.optional(),
    tailLines: z.int().min(0).max(MAX_LOG_TAIL_LINES).default(DEFAULT_TAIL_LINES),
  }),
  response: LogEvent,
});

/**
 * noPermission: the caller may not read logs in this group · viewing: an admin who views as another user reads no
 * logs · noRight: the agent's manifest was downloaded without the right to read logs · agentNotConnected: the agent
 * is silent, or a proxy lets no WebSocket through · oldAgent: the agent is too old to read logs.
 */
export const logAccessStates = [
  'available',
  'noPermission',
  'viewing',
  'noRight',
  'agentNotConnected',
  'oldAgent',
] as const;

export const getLogAccess = endpoint({
  route: 'GET /log/access/:hostId',
  summary: 'Whether the cluster offers logs and the caller may read them',
  access: 'all',
  subGroupsIn: 'none',
  response: z.object({
    state: z.enum(logAccessStates),
    /** The caller may download the manifest with the right. */
    canManageCluster: z.boolean(),
  }),
});

/** Who may read the logs of a sub group's clusters: these and every role above. */
export const logReaders = ['totalAdmin', 'groupAdmin', 'user'] as const;
export type LogReaders = (typeof logReaders)[number];

export const listLogPermissions = endpoint({
  route: 'GET /log/permission',
  summary: 'Who may read logs, for each sub group',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  response: z.object({
    list: z.array(
      z.object({
        metaGroupName: z.string(),
        subGroupId: SubGroupId,
        subGroupName: z.string(),
        logReaders: z.enum(logReaders),
        clusterCnt: Count,
      }),
    ),
  }),
});

export const updateLogPermissions = endpoint({
  route: 'PUT /log/permission',
  needsFreshProof: true,
  summary: 'Change who may read logs',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  body: distinctList(
    z.strictObject({ subGroupId: SubGroupId, logReaders: z.enum(logReaders) }),
    1000,
    ({ subGroupId }) => subGroupId,
  ),
});
