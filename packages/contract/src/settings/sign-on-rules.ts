import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import {
  isPlainText,
  Role,
  RoleChoice,
  SubGroupId,
  Timestamp,
  UserNo,
  UserStatus,
  YesNo,
} from '../definition/fields.ts';

export const MAX_SIGN_ON_RULES = 200;
const MAX_VALUES = 1000;

/** How the value of a rule is compared with the values of a claim. pattern: `*` stands for any text. */
export const ruleMatches = ['exact', 'prefix', 'pattern'] as const;
export type RuleMatch = (typeof ruleMatches)[number];

/** A group name as the identity provider sends it. */
export const ClaimValue = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => isPlainText(text) && !/\p{Cc}/u.test(text), 'unstorable');
/** The name of a claim, or a dotted path such as `realm_access.roles`. */
export const ClaimName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\x21-\x7e]+$/);

/** Users whose claim has a value that fits get the role and the sub groups. */
export const SignOnRule = z.strictObject({
  claim: ClaimName,
  match: z.enum(ruleMatches),
  value: ClaimValue,
  /** Null: the rule gives sub groups only. Of the rules that fit, the first one with a role decides. */
  role: RoleChoice.nullable(),
  grantedSubGroupIdList: z.array(SubGroupId).max(1000),
});
export type SignOnRule = z.infer<typeof SignOnRule>;

/** For users to whom no rule gives a role. keep: they keep their role, and a new user gets the role of a user. */
export const otherwiseChoices = ['keep', 'refuse', 'user', 'groupAdmin', 'totalAdmin'] as const;
export type OtherwiseChoice = (typeof otherwiseChoices)[number];

export const SignOnRules = z.strictObject({
  ruleList: z.array(SignOnRule).max(MAX_SIGN_ON_RULES),
  otherwise: z.enum(otherwiseChoices),
});
export type SignOnRules = z.infer<typeof SignOnRules>;

/** What holds until somebody writes rules: administrators give roles and groups by hand. */
export const NO_SIGN_ON_RULES: SignOnRules = { ruleList: [], otherwise: 'keep' };

/** What the rules give to a user. keep: the role stays; refuse: the user may not sign on. */
export const SignOnResult = z.object({
  role: z.union([RoleChoice, z.enum(['keep', 'refuse'])]),
  /** The position of the rule that decides about the role; null: none does. */
  roleRuleNo: z.int().nullable(),
  /** The positions of the rules that fit. */
  ruleNoList: z.array(z.int()),
  grantedSubGroupIdList: z.array(SubGroupId),
});
export type SignOnResult = z.infer<typeof SignOnResult>;

export const getSignOnRules = endpoint({
  route: 'GET /sign-on-rules',
  summary: 'The rules by which single sign-on gives roles and sub groups',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  response: z.object({
    rules: SignOnRules,
    version: z.int(),
    updatedAt: Timestamp.nullable(),
    /** The users who signed on with an identity provider, with the group names of the last time. */
    userList: z.array(
      z.object({
        userNo: UserNo,
        userId: z.string(),
        name: z.string(),
        /** Null: the user signed on before the server stored group names. */
        signedOnAt: Timestamp.nullable(),
      }),
    ),
  }),
});

export const updateSignOnRules = endpoint({
  route: 'PUT /sign-on-rules',
  needsFreshProof: true,
  summary: 'Change the rules of single sign-on; they apply at the next sign-on of each user',
  access: 'totalAdmin',
  tokens: 'no',
  subGroupsIn: 'none',
  body: z.strictObject({
    rules: SignOnRules,
    /** Answers 8004 when another user has changed them since. */
    version: z.int().min(0).optional(),
  }),
  response: z.object({ version: z.int() }),
});

export const previewSignOnRules = endpoint({
  route: 'POST /sign-on-rules/preview',
  summary: 'What rules would give to some group names or to a user, and who would change',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  read: true,
  body: z.strictObject({
    _method: z.literal('get').optional(),
    rules: SignOnRules,
    /** Group names, as values of every claim that a rule names. */
    valueList: z.array(ClaimValue).max(MAX_VALUES).optional(),
    /** A user who has signed on: the group names of the last time. */
    userNo: UserNo.optional(),
  }),
  response: z.object({
    /** Null: neither group names nor a user is given, or nothing is known of the user. */
    result: SignOnResult.nullable(),
    /** The group names that were checked. */
    valueList: z.array(z.string()),
    /** Claims that a rule names newly: of some users it is not known what they hold. They count as without them. */
    unseenClaimList: z.array(z.string()),
    /** The users whose role or sub groups the rules would change at their next sign-on. */
    changedCnt: z.int(),
    /** At most 200 of them, refusals first. */
    changeList: z.array(
      z.object({
        userNo: UserNo,
        userId: z.string(),
        name: z.string(),
        status: UserStatus,
        roleBefore: Role,
        isKeyUserBefore: YesNo,
        role: SignOnResult.shape.role,
        addedSubGroupIdList: z.array(SubGroupId),
        removedSubGroupIdList: z.array(SubGroupId),
        signedOnAt: Timestamp,
      }),
    ),
  }),
});
