import { z } from 'zod';
import { Timestamp } from '../definition/fields.ts';
import { LogEvent, LogPosition } from './logs.ts';

/*
 * The messages between server and cluster agent over the agent's WebSocket: JSON texts. Both sides ignore messages
 * that they do not know.
 */

export const TUNNEL_PATH = '/ingest/v1/tunnel';
/** Both sides send a ping this often, and close a connection on which nothing came for twice as long. */
export const TUNNEL_PING_MS = 10_000;
/** The agent closes one message of lines at about this size. */
export const TUNNEL_MESSAGE_BYTES = 32 * 1024;
/** One line of the greatest length may take six times its size as JSON. */
export const MAX_TUNNEL_MESSAGE_BYTES = 512 * 1024;
/** Bytes of events that a stream may have on the way before the server grants more. */
export const TUNNEL_CREDIT_BYTES = 128 * 1024;
export const MAX_STREAMS_PER_AGENT = 60;
/** Of all sources of a call together. Lines beyond it are counted in `leftOut`. */
export const MAX_LOG_LINES_PER_SECOND = 2_000;

const Stream = z.int().min(1);

/** What the server asks an agent to read. */
export const LogRequest = z.object({
  namespace: z.string().min(1).max(253),
  pod: z.string().min(1).max(253),
  /** Another pod of the same name is another pod. */
  uid: z.string().min(1).max(128),
  container: z.string().min(1).max(253),
  isPrevious: z.boolean(),
  isFollowed: z.boolean(),
  sinceTime: Timestamp.nullable(),
  untilTime: Timestamp.nullable(),
  /** Null: all lines since the time. */
  tailLines: z.int().min(0).nullable(),
  resume: LogPosition.nullable(),
  linesPerSecond: z.int().min(1),
});
export type LogRequest = z.infer<typeof LogRequest>;

export const ToAgent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), stream: Stream, request: LogRequest, creditBytes: z.int().min(1) }),
  /** The reader has taken so many bytes: as many more may be sent. */
  z.object({ type: z.literal('credit'), stream: Stream, bytes: z.int().min(1) }),
  z.object({ type: z.literal('close'), stream: Stream }),
]);
export type ToAgent = z.infer<typeof ToAgent>;

/** `source` of an event is the number of the stream. A stream is over with its `end`. */
export const FromAgent = z.union([
  z.object({ type: z.literal('hello'), version: z.string().max(50), mayReadLogs: z.boolean().nullable() }),
  LogEvent,
]);
export type FromAgent = z.infer<typeof FromAgent>;
