import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { RoleChoice, Timestamp } from '../definition/fields.ts';

/** Longer than any allowed session may be idle: its row may be deleted then. */
export const MAX_IDLE_MIN = 720;
export const MAX_NETWORKS = 100;

/** Whose addresses are limited. `token`: programs with an access token; `wallboard`: screens with the key of a wallboard. */
export const networkScopes = ['totalAdmin', 'groupAdmin', 'user', 'token', 'wallboard'] as const;
export type NetworkScope = (typeof networkScopes)[number];
/** How long entries of the audit log may be kept: one, two or three years. */
export const auditDayChoices = [365, 730, 1095] as const;

const DAY_LIMIT = 3650;
/** An address or a network in CIDR notation. The server checks it. */
const Network = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[0-9a-fA-F:./]+$/);
const Networks = z.array(Network).max(MAX_NETWORKS);

/** Rules of access for the whole installation. */
export const securityFields = {
  /** A session ends after this time without activity. */
  idleMin: z.int().min(5).max(MAX_IDLE_MIN),
  /** A session ends after this time, also with activity. */
  sessionMaxHours: z.int().min(1).max(720),
  /** Sessions that one user may have at the same time; 0: any number. */
  maxSessions: z.int().min(0).max(20),
  /** The networks from which users of a role, programs and wallboards may come; empty: from everywhere. */
  networks: z.strictObject({
    totalAdmin: Networks,
    groupAdmin: Networks,
    user: Networks,
    token: Networks,
    wallboard: Networks.default([]),
  }),
  passwordMinLength: z.int().min(10).max(64),
  /** A new password must differ from this many earlier ones. */
  passwordHistoryCnt: z.int().min(0).max(12),
  /** After this time a user must choose a new password; 0: never. */
  passwordMaxDays: z.int().min(0).max(DAY_LIMIT),
  /** Users of these roles sign in with a second factor. */
  factorRoles: z.array(RoleChoice).max(4),
  /** Users get a mail about a sign-in with a browser that they did not use before. */
  mailsNewBrowser: z.boolean(),
  /** A dangerous change needs a proof of identity that is not older than this; 0: none. */
  proofMin: z.int().min(0).max(720),
  /** Wrong passwords in a row that lock an account. */
  lockAfterCnt: z.int().min(3).max(20),
  /** The longest lock. The first one takes a minute, and each further wrong password doubles it. */
  lockMaxMin: z.int().min(1).max(1440),
  /** An account that was not used for this time is suspended; 0: never. */
  dormantDays: z.int().min(0).max(DAY_LIMIT),
  /** Older entries of the audit log are exported and deleted. */
  auditDays: z.literal(auditDayChoices),
};

export const SecuritySettings = z.strictObject(securityFields);
export type SecuritySettings = z.infer<typeof SecuritySettings>;

/** What holds without a choice of an admin. */
export const STANDARD_SECURITY: SecuritySettings = {
  idleMin: MAX_IDLE_MIN,
  sessionMaxHours: 168,
  maxSessions: 0,
  networks: { totalAdmin: [], groupAdmin: [], user: [], token: [], wallboard: [] },
  passwordMinLength: 10,
  passwordHistoryCnt: 0,
  passwordMaxDays: 0,
  factorRoles: [],
  mailsNewBrowser: true,
  proofMin: 15,
  lockAfterCnt: 5,
  lockMaxMin: 15,
  dormantDays: 0,
  auditDays: 365,
};

export const getSecuritySettings = endpoint({
  route: 'GET /security-settings',
  summary: 'The rules of access of this installation',
  access: 'totalAdmin',
  tokens: 'unlimited',
  subGroupsIn: 'none',
  response: z.object({
    settings: SecuritySettings,
    version: z.int(),
    updatedAt: Timestamp.nullable(),
    /** The address of this request, which allowed networks must contain. */
    ownAddress: z.string(),
    /** False: nobody gets a mail, whatever the rules say. */
    hasMailServer: z.boolean(),
  }),
});

export const updateSecuritySettings = endpoint({
  route: 'PUT /security-settings',
  needsFreshProof: true,
  summary: 'Change the rules of access; sessions that they forbid end with their next request',
  access: 'totalAdmin',
  tokens: 'no',
  subGroupsIn: 'none',
  body: z.strictObject({
    settings: SecuritySettings,
    /** Answers 8004 when another user has changed them since. */
    version: z.int().min(0).optional(),
  }),
  response: z.object({ version: z.int() }),
});
