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
