import type { ServerSettings } from '../../config.ts';
import { VERSION } from '../../platform/version.ts';

/** What the console must know before anybody is signed in. Nothing here is secret. */
interface ConsoleConfig {
  readonly loginUrl: string;
  readonly portalUrl: string;
  readonly cookieDomain: string | null;
  readonly copyright: string;
  readonly version: string;
  readonly isDemo: boolean;
}

export function consoleConfig(settings: ServerSettings): ConsoleConfig {
  return {
    loginUrl: settings.loginUrl,
    portalUrl: settings.portalUrl,
    cookieDomain: settings.cookieDomain ?? null,
    copyright: settings.copyright,
    version: VERSION,
    isDemo: settings.isDemo,
  };
}
