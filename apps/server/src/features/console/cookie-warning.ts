import { isOnLocalhost } from '@gwanje/backend/config/settings';
import type { ServerSettings } from '../../config.ts';

interface WarningLog {
  warn(fields: object, text: string): void;
}

/** SameSite=None needs Secure, which browsers allow only for HTTPS and localhost. */
export function warnAboutCookies({ publicUrl }: Pick<ServerSettings, 'publicUrl'>, log: WarningLog): void {
  if (new URL(publicUrl).protocol === 'https:' || isOnLocalhost(publicUrl)) return;
  log.warn(
    { publicUrl },
    'served over plain HTTP: the cookie of the group selection cannot be SameSite=None and is Lax instead, not shared with other sites; serve the console over HTTPS',
  );
}
