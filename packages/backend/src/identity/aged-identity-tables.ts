import { MAX_IDLE_MIN } from '@gwanje/contract/settings/security';
import { sql } from 'kysely';
import { type AgedTable, agedTable, SHORT_LIVED_SHARE } from '../retention/aged-table.ts';
import { KNOWN_FOR_MS } from './known-browsers.ts';
import { FORGOTTEN_AFTER_MS } from './login-throttle.ts';
import { SIGN_INS_KEPT_MS } from './sign-ins.ts';

/** Rows that the login site or the server writes when users sign in. Their validity is checked at each use. */
export const agedIdentityTables: readonly AgedTable[] = [
  agedTable('session', MAX_IDLE_MIN * 60_000, { at: sql`last_seen_at` }),
  agedTable('login_throttle', FORGOTTEN_AFTER_MS, {
    at: sql`last_failure_at`,
    maxShare: SHORT_LIVED_SHARE,
  }),
  agedTable('known_browser', KNOWN_FOR_MS, { at: sql`last_used_at` }),
  // Nothing was sent to such a device for months: its person did not sign in there.
  agedTable('push_subscription', KNOWN_FOR_MS, { at: sql`confirmed_at` }),
  agedTable('oidc_login', 0, {
    at: sql`expires_at`,
    newest: sql`(select max(created_at) from oidc_login)`,
    maxShare: SHORT_LIVED_SHARE,
  }),
  agedTable('sign_in', SIGN_INS_KEPT_MS, { at: sql`at` }),
  agedTable('passkey_challenge', 0, { at: sql`expires_at`, maxShare: SHORT_LIVED_SHARE }),
  agedTable('pending_sign_in', 0, { at: sql`expires_at`, maxShare: SHORT_LIVED_SHARE }),
  agedTable('oidc_logout_token', 0, { at: sql`expires_at`, maxShare: SHORT_LIVED_SHARE }),
];
