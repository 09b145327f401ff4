import type { ServerSettings } from '../../config.ts';
import { VERSION } from '../../platform/version.ts';

/** The settings that the console needs before sign-in. None is secret. */
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
