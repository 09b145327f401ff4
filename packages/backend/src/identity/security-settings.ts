import type { Role } from '@gwanje/contract/definition/fields';
import {
  type NetworkScope,
  type SecuritySettings,
  STANDARD_SECURITY,
  securityFields,
} from '@gwanje/contract/settings/security';
import { z } from 'zod';
import type { Db } from '../database/schema.ts';

/** Rules that only a newer version knows are left out, because both versions run during an upgrade. */
const StoredSettings = z.object(securityFields).partial();

/** Rules that nobody has changed have their defaults. */
export function parseSecuritySettings(stored: unknown): SecuritySettings {
  const isSet = ([, value]: [string, unknown]) => value !== undefined;
  const known = Object.entries(StoredSettings.safeParse(stored).data ?? {}).filter(isSet);
  return { ...STANDARD_SECURITY, ...Object.fromEntries(known) };
}

export async function readSecuritySettings(db: Db) {
  const row = await db
    .selectFrom('securitySetting')
    .select(['settings', 'version', 'updatedAt'])
    .executeTakeFirstOrThrow();
  return { ...row, settings: parseSecuritySettings(row.settings) };
}

/** False: another user has changed them since. */
export async function replaceSecuritySettings(
  db: Db,
  settings: SecuritySettings,
  version: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('securitySetting')
    .set({ settings: JSON.stringify(settings), version: version + 1, updatedAt: now })
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function networkScopeOf(role: Role): NetworkScope {
  return role === 1 ? 'totalAdmin' : role === 3 ? 'groupAdmin' : 'user';
}

export function networksOf(role: Role, { networks }: SecuritySettings): readonly string[] {
  return networks[networkScopeOf(role)];
}
