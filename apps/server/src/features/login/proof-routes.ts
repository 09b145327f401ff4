import { passkeySiteOf } from '@gwanje/backend/identity/factors/passkey-site';
import { passkeyUseOptions } from '@gwanje/backend/identity/factors/passkeys';
import { proofMethods, proveIdentity } from '@gwanje/backend/identity/factors/proof';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Call, Routes } from '../../platform/http/call.ts';

type SiteSettings = Parameters<typeof passkeySiteOf>[0];

export const proofRoutes = {
  async startProof({ db, now, session, settings }) {
    const { account, tokenHash } = requireSession(session);
    const site = passkeySiteOf(settings);
    const methodList = [...(await proofMethods(db, account, site))];
    const hasPasskey = site !== undefined && methodList.includes('passkey');
    return {
      methodList,
      passkeyOptions: hasPasskey
        ? { ...(await passkeyUseOptions(db, site, account.userNo, tokenHash, now)) }
        : null,
    };
  },

  async proveIdentity({ db, now, session, settings, body, request }) {
    const by = { address: request.ip, now };
    await proveIdentity(db, requireSession(session), body, passkeySiteOf(settings), by);
    return {};
  },
} satisfies Routes<{ settings: SiteSettings }>;

/** A wallboard has no person. */
function requireSession(session: Call['session']) {
  if (!session) throw new AppError('noPermission', { reason: 'wallboard' });
  return session;
}
