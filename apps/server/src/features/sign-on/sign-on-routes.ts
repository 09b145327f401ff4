import { findLastSignOn, readSignOnRules, replaceSignOnRules } from '@gwanje/backend/identity/sign-on-rules';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { previewSignOnRules as previewCall, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { isKeyAdmin } from '@gwanje/domain/access/permissions';
import {
  type ClaimValues,
  canGive,
  claimsOf,
  managedSubGroups,
  signOnResult,
  unseenClaims,
} from '@gwanje/domain/access/sign-on-rules';
import { type CallerContext, requireVersion } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { keepsOwnRights, signOnChanges } from './sign-on-preview.ts';
import * as repository from './sign-on-repository.ts';

const MAX_CHANGES = 200;

/** The rules by which the login site gives roles and sub groups. It reads them at each sign-on. */
export const signOnRoutes = {
  async getSignOnRules({ db }) {
    const { rules, version, updatedAt } = await readSignOnRules(db);
    const userList = await repository.listSignOnUsers(db);
    const existing = await repository.listExistingSubGroups(db, managedSubGroups(rules));
    // A sub group may have been deleted since.
    const ruleList = rules.ruleList.map((rule) => ({
      ...rule,
      grantedSubGroupIdList: rule.grantedSubGroupIdList.filter((subGroupId) => existing.has(subGroupId)),
    }));
    return {
      rules: { ...rules, ruleList },
      version,
      updatedAt: updatedAt?.toISOString() ?? null,
      userList,
    };
  },

  async updateSignOnRules(call) {
    const { db, body, now, audit } = call;
    const { rules } = body;
    const before = await readSignOnRules(db);
    requireVersion(body.version, before.version);
    requireKeyAdminForKeyRules(call, before.rules, rules);
    await requireSubGroups(call, rules);
    await requireOwnRights(call, rules);
    if (!(await replaceSignOnRules(db, rules, before.version, now))) throw new AppError('conflict');
    await audit('signOnRules.update', null, { before: before.rules, after: rules });
    return { version: before.version + 1 };
  },

  async previewSignOnRules({ db, body }) {
    const { rules } = body;
    const values = await valuesToCheck(db, body);
    const users = await repository.listSignedOnUsers(db);
    const changes = signOnChanges(rules, users);
    return {
      result: values && signOnResult(rules, values),
      valueList: [...new Set(Object.values(values ?? {}).flat())],
      unseenClaimList: [...new Set(users.flatMap(({ last }) => unseenClaims(rules, last.values)))],
      changedCnt: changes.length,
      changeList: changes.slice(0, MAX_CHANGES).map(({ user, role, added, removed, signedOnAt }) => ({
        userNo: user.userNo,
        userId: user.userId,
        name: user.name,
        status: user.status,
        roleBefore: user.role,
        isKeyUserBefore: user.isKeyUser,
        role,
        addedSubGroupIdList: [...added],
        removedSubGroupIdList: [...removed],
        signedOnAt: signedOnAt.toISOString(),
      })),
    };
  },
} satisfies Routes;

async function valuesToCheck(
  db: CallerContext['db'],
  { rules, valueList, userNo }: BodyOf<typeof previewCall>,
): Promise<ClaimValues | null> {
  if (userNo !== undefined) return (await findLastSignOn(db, userNo))?.values ?? null;
  if (valueList === undefined) return null;
  return Object.fromEntries(claimsOf(rules).map((claim) => [claim, valueList]));
}

/** Who may not make a representative admin may not decide by rules who becomes one, and who stays one. */
function requireKeyAdminForKeyRules({ user }: CallerContext, before: SignOnRules, after: SignOnRules): void {
  if (isKeyAdmin(user) || !(canGive(before, 10) || canGive(after, 10))) return;
  throw new AppError('noPermission', { field: 'rules', reason: 'keyAdminRules' });
}

async function requireSubGroups({ db }: CallerContext, rules: SignOnRules): Promise<void> {
  const existing = await repository.listExistingSubGroups(db, managedSubGroups(rules));
  for (const [index, { grantedSubGroupIdList }] of rules.ruleList.entries())
    if (grantedSubGroupIdList.some((subGroupId) => !existing.has(subGroupId)))
      throw new AppError('notFound', { field: `rules.ruleList.${index}.grantedSubGroupIdList` });
}

/** Otherwise the admin could not take the change back. */
async function requireOwnRights({ db, user }: CallerContext, rules: SignOnRules): Promise<void> {
  if (user.isSingleSignOn === 'N') return;
  const values = (await findLastSignOn(db, user.userNo))?.values ?? {};
  if (keepsOwnRights(user, signOnResult(rules, values))) return;
  // The admin may hold the name that fits: the server learns it at the next sign-on.
  const reason = unseenClaims(rules, values).length > 0 ? 'ownClaim' : 'ownAccess';
  throw new AppError('invalidParameter', { field: 'rules', reason });
}
