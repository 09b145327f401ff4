/** The login site sets it on the parent domain; the console's server reads it. */
export const SESSION_COOKIE = 'gwanje_session';
/** The cookie of a screen that shows boards. The console's server sets and reads it. */
export const WALLBOARD_COOKIE = 'gwanje_wallboard';
/** The longest time that browsers allow. Renewed while the screen is on. */
export const WALLBOARD_COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** Header of automatic reads, which do not extend a session. */
export const UNATTENDED_HEADER = 'gwanje-unattended';
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * 60 * 1000;
