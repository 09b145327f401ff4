import type { Db } from '@gwanje/backend/database/schema';
import { isAllowedAddress, isNetwork } from '@gwanje/backend/http/networks';
import { hasSecondFactor, readFactors } from '@gwanje/backend/identity/factors/factors';
import {
  networkScopeOf,
  networksOf,
  readSecuritySettings,
  replaceSecuritySettings,
} from '@gwanje/backend/identity/security-settings';
import { AppError } from '@gwanje/contract/definition/errors';
import { networkScopes, type SecuritySettings } from '@gwanje/contract/settings/security';
import type { User } from '@gwanje/contract/users/users';
import { roleChoiceOf } from '@gwanje/domain/access/permissions';
import { requireVersion } from '../../access/targets.ts';
import type { NotificationService } from '../../alarms/notifications/notification-service.ts';
import type { Routes } from '../../platform/http/call.ts';

/** The rules of access. They hold for the next request of every session, on every replica. */
export const securityRoutes = {
  async getSecuritySettings({ db, request, notifications }) {
    const { settings, version, updatedAt } = await readSecuritySettings(db);
    return {
      settings,
      version,
      updatedAt: updatedAt?.toISOString() ?? null,
      ownAddress: request.ip,
      hasMailServer: notifications.mailClient !== undefined,
    };
  },

  async updateSecuritySettings({ db, user, body, now, audit, request }) {
    const { settings, version: expected } = body;
    requireNetworks(settings);
    // Otherwise the admin could not take the change back.
    if (!isAllowedAddress(request.ip, networksOf(user.role, settings)))
      throw new AppError('invalidParameter', { field: networkScopeOf(user.role), reason: 'ownAddress' });
    const before = await readSecuritySettings(db);
    requireVersion(expected, before.version);
    await requireOwnFactor(db, user, before.settings, settings);
    if (!(await replaceSecuritySettings(db, settings, before.version, now))) throw new AppError('conflict');
    await audit('security.update', null, changedRules(before.settings, settings));
    return { version: before.version + 1 };
  },
} satisfies Routes<{ notifications: NotificationService }>;

function requireNetworks({ networks }: SecuritySettings): void {
  for (const scope of networkScopes)
    for (const [index, network] of networks[scope].entries())
      if (!isNetwork(network))
        throw new AppError('invalidParameter', {
          field: `${scope}.${index}`,
          reason: 'network',
        });
}

/** An admin who had no factor would have to set one up to sign in again, maybe without the phone at hand. */
async function requireOwnFactor(
  db: Db,
  user: User,
  before: SecuritySettings,
  after: SecuritySettings,
): Promise<void> {
  const role = roleChoiceOf(user);
  const isNew = after.factorRoles.includes(role) && !before.factorRoles.includes(role);
  if (isNew && user.isSingleSignOn === 'N' && !hasSecondFactor(await readFactors(db, user.userNo)))
    throw new AppError('invalidParameter', { field: 'factorRoles', reason: 'ownFactor' });
}

/** The rules that differ, before and after. */
function changedRules(before: SecuritySettings, after: SecuritySettings) {
  const fields = Object.keys(after) as (keyof SecuritySettings)[];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const pick = (settings: SecuritySettings) =>
    Object.fromEntries(changed.map((field) => [field, settings[field]]));
  return { before: pick(before), after: pick(after) };
}
