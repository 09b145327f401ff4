import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp, UserNo } from '../definition/fields.ts';

/** The kinds of stored data in which a person can be found. */
export const personalDataKeys = [
  'account',
  'provisioning',
  'groups',
  'sessions',
  'knownBrowsers',
  'passwords',
  'factors',
  'links',
  'signInCounts',
  'viewOptions',
  'push',
  'accessTokens',
  'wallboards',
  'savedAnswers',
  'duty',
  'alarmChanges',
  'alarmMemos',
  'alarms',
  'snoozes',
  'maintenance',
  'templateChanges',
  'recipients',
  'messages',
  'ownership',
  'settings',
  'audit',
] as const;
export type PersonalDataKey = (typeof personalDataKeys)[number];

/**
 * What an erasure does. deleted: the rows · pseudonym: the name becomes `#<user number>` · emptied: the person is taken out of the
 * row · number: the row holds only the user number, which then names nobody
 */
export const erasureEffects = ['deleted', 'pseudonym', 'emptied', 'number'] as const;
export type ErasureEffect = (typeof erasureEffects)[number];

/** Why the data of a person cannot be erased now. */
export const erasureObstacles = [
  'oneself',
  'lastKeyAdmin',
  'active',
  'ownsMetaGroups',
  'noPermission',
] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/** Nobody reads or exports the data of a person while viewing as that person. */
const common = { tokens: 'no', subGroupsIn: 'none', whileViewing: 'no' } as const;

export const getPersonalData = endpoint({
  ...common,
  route: 'GET /user/:userNo/personal-data',
  summary: 'How much is stored of a person, by kind; of oneself, and for total admins of everybody',
  access: 'all',
  response: z.object({
    userNo: UserNo,
    /** Null after the account was deleted. */
    name: z.string().nullable(),
    dataList: z.array(
      z.object({ key: z.enum(personalDataKeys), cnt: z.int(), effect: z.enum(erasureEffects) }),
    ),
    erasedAt: Timestamp.nullable(),
    obstacle: z.enum(erasureObstacles).nullable(),
  }),
});

export const exportPersonalData = endpoint({
  ...common,
  route: 'GET /user/:userNo/personal-data/file',
  summary:
    'All stored rows of a person as JSON; passwords and tokens are left out. It is recorded in the audit log',
  access: 'all',
  read: false,
  holdsNoTransaction: true,
  answers: 'file',
  file: { contentType: 'application/json', description: 'The rows, each with its kind and table' },
  response: z.string(),
});

export const erasePersonalData = endpoint({
  ...common,
  route: 'DELETE /user/:userNo/personal-data',
  summary:
    'Erase a person who cannot sign in: the account is deleted, and history keeps only the user number',
  access: 'totalAdmin',
  needsFreshProof: true,
  response: z.object({
    /** False: the person was erased before. */
    isNew: z.boolean(),
  }),
});

export const listErasures = endpoint({
  route: 'GET /personal-data/erasures',
  summary: 'Persons who were erased, and deleted users whose name is still in the history; newest first',
  access: 'totalAdmin',
  tokens: 'no',
  subGroupsIn: 'none',
  response: z.object({
    erasureList: z.array(
      z.object({
        userNo: UserNo,
        erasedAt: Timestamp,
        /** The user id of the admin; null: that admin was deleted. */
        erasedBy: z.string().nullable(),
        /** Null: the audit log is still being pseudonymised. */
        finishedAt: Timestamp.nullable(),
      }),
    ),
    deletedUserList: z.array(
      z.object({ userNo: UserNo, userId: z.string().nullable(), deletedAt: Timestamp }),
    ),
  }),
});
