import { isLocalhost } from '@gwanje/backend/config/settings';
import type { Logger } from 'pino';
import type { ServerSettings } from '../../config.ts';

/** SameSite=None needs Secure, which browsers grant to HTTPS and to localhost alone. */
export function warnAboutCookies(settings: Pick<ServerSettings, 'publicUrl'>, logger: Logger): void {
  const { publicUrl } = settings;
  if (new URL(publicUrl).protocol === 'https:' || isLocalhost(publicUrl)) return;
  logger.warn(
    { publicUrl },
    'served over plain HTTP: cookies cannot be SameSite=None and Secure, so the group selection is SameSite=Lax and is not shared with other sites; serve the console over HTTPS',
  );
}
