import { z } from 'zod';
import { Timestamp } from '../definition/fields.ts';

/**
 * The problems that the check of an installation can report. The console has a message and a remedy for each.
 */
export const installFindings = [
  'noValidToken',
  /** The server address in manifests is reachable only from the server's own machine. */
  'localServerUrl',
  'noConnection',
  'silent',
  'inventorySilent',
  'unknownToken',
  'revokedToken',
  'wrongTokenRole',
  'agentIdConflict',
  'futureClock',
  'negativeValue',
  'clockSkew',
  'outdatedAgent',
  'unreadableBatches',
  'tooLarge',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
  'apiUnreachable',
  'apiError',
  'apiUnauthorized',
  'missingRight',
  /** Logs were chosen with the manifest, but the API server refuses them. */
  'missingLogRight',
  'apiProxyForbidden',
  'kubeletUnreachable',
  'kubeletNameUnresolved',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  'nodeAgentsMissing',
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type InstallFinding = (typeof installFindings)[number];

/**
 * refused: the manifest has the right to read logs, but the API server refuses it · notChosen: the manifest was downloaded
 * without it · unknown: no agent is connected for logs, or the API server does not answer.
 */
export const logReadings = ['allowed', 'refused', 'notChosen', 'unknown'] as const;
export type LogReading = (typeof logReadings)[number];

export const Finding = z.object({
  finding: z.enum(installFindings),
  /** When it began, or when it was last seen. */
  at: Timestamp.nullable(),
  /** How many agents, nodes or batches are affected. */
  cnt: z.int(),
  /** The names of the affected rights, nodes, agents or versions. Only the first few. */
  nameList: z.array(z.string()),
  /** The error text of the server or component that refused. */
  detail: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
