import { z } from 'zod';
import { Timestamp } from '../fields.ts';

/** What the doctor of an installation may find; the console has a sentence for each, and what to do about it. */
export const installFindings = [
  'noValidToken',
  'noConnection',
  'silent',
  'inventorySilent',
  'unknownToken',
  'revokedToken',
  'futureClock',
  'clockSkew',
  'outdatedAgent',
  'unreadableBatches',
  'tooLarge',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
  'apiUnreachable',
  'apiUnauthorized',
  'missingRight',
  'kubeletUnreachable',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  'nodeAgentsMissing',
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type InstallFinding = (typeof installFindings)[number];

export const Finding = z.object({
  finding: z.enum(installFindings),
  /** Since when, or when it was last seen. */
  at: Timestamp.nullable(),
  /** How many agents, nodes or batches it concerns. */
  cnt: z.int(),
  /** What it is about, by name: rights, nodes, agents, versions. The first few. */
  nameList: z.array(z.string()),
  /** As whoever refused put it. */
  detail: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
