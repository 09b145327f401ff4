import { z } from 'zod';
import { id, keysOf, listBody, pageOf, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp, UserNo } from '../definition/fields.ts';

export const AUDIT_OUTCOMES = ['done', 'denied', 'failed'] as const;

export const AuditEntry = z.object({
  auditId: z.int(),
  at: Timestamp,
  actorUserNo: UserNo.nullable(),
  actorUserId: z.string().nullable(),
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  outcome: z.enum(AUDIT_OUTCOMES),
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
});

/** The columns that the log can be sorted by. Every entry has a time. */
export const auditColumns = { auditId: id(z.int()), at: { ...time(), schema: Timestamp } } as const;

export const listAudit = endpoint({
  route: 'POST /audit/:pageNo/:pageCnt',
  summary: 'The audit log: all entries for total admins, otherwise the caller’s own',
  access: 'all',
  tokens: 'unlimited',
  subGroupsIn: 'none',
  read: true,
  body: listBody(
    z.object({
      /** Part of the actor's name, the action or the target. */
      search: z.string().max(200),
      actorUserNo: UserNo,
      action: z.string().max(100),
      targetKind: z.string().max(100),
      targetId: z.string().max(100),
      outcome: z.enum(AUDIT_OUTCOMES),
      from: Timestamp,
      to: Timestamp,
    }),
    keysOf(auditColumns),
  ),
  response: pageOf(AuditEntry),
});

const Count = z.int().min(0);
export const auditProblems = ['missing', 'added', 'altered', 'erasureUnrecorded', 'endMissing'] as const;

export const AuditState = z.object({
  keepDays: z.int(),
  /** The entries in the chain, those already exported and deleted among them. */
  sealedCnt: Count,
  sealedAt: Timestamp.nullable(),
  /** The hash of the newest sealed entry. */
  lastHash: z.string(),
  /** Newer entries that the next sealing, within seconds, puts into the chain. */
  unsealedCnt: Count,
  verifiedAt: Timestamp.nullable(),
  /** The first bad entry that the last check found; null: none, or there was no check yet. */
  problem: z
    .object({ kind: z.enum(auditProblems), chainNo: z.int(), auditId: z.int().nullable() })
    .nullable(),
  /** What was written to files and then deleted. */
  exported: z.object({ fileCnt: Count, entryCnt: Count, lastAt: Timestamp.nullable(), folder: z.string() }),
  /** Since entries cannot be exported, nothing is deleted. */
  exportFailure: z.object({ at: Timestamp, reason: z.string() }).nullable(),
  receiverList: z.array(
    z.object({
      receiver: z.string(),
      /** Entries that it has not got yet. */
      waitingCnt: Count,
      sentAt: Timestamp.nullable(),
      failingSince: Timestamp.nullable(),
      lastError: z.string().nullable(),
    }),
  ),
});
export type AuditState = z.infer<typeof AuditState>;

export const getAuditState = endpoint({
  route: 'GET /audit/state',
  summary: 'Sealing, checks, exports and receivers of the audit log',
  access: 'totalAdmin',
  tokens: 'unlimited',
  subGroupsIn: 'none',
  response: AuditState,
});
