import { isIP } from 'node:net';
import { isOnLocalhost } from '../../config/settings.ts';

/** For which host passkeys are made, and which pages may use them. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/**
 * Console and login site share passkeys, so they are made for the host or parent domain of both. Undefined: browsers allow no
 * passkeys here, because the sites are not served over HTTPS or have an address instead of a name.
 */
export function passkeySiteOf({
  publicUrl,
  loginUrl,
  cookieDomain,
  isSecure,
}: {
  readonly publicUrl: string;
  readonly loginUrl: string;
  readonly cookieDomain: string | undefined;
  readonly isSecure: boolean;
}): PasskeySite | undefined {
  const rpId = cookieDomain ?? new URL(loginUrl).hostname;
  const isNamed = isIP(rpId.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = isOnLocalhost(loginUrl) && isOnLocalhost(publicUrl);
  if (!isNamed || !(isSecure || isLocal)) return undefined;
  return { rpId, origins: [loginUrl, publicUrl] };
}
