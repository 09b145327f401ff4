import {
  getSecuritySettings,
  type SecuritySettings,
  updateSecuritySettings,
} from '@gwanje/contract/settings/security';
import { Api } from './api.ts';

/** Changes rules of access without a browser. */
export async function setSecurityRules(rules: Partial<SecuritySettings>): Promise<void> {
  const admin = await Api.as('total');
  const { settings } = await admin.call(getSecuritySettings);
  await admin.call(updateSecuritySettings, { body: { settings: { ...settings, ...rules } } });
}
