/** Set by the login site on the parent domain, read by the console's server. */
export const SESSION_COOKIE = 'gwanje_session';
/** Of a screen that shows boards: set by the console's server itself, for itself. */
export const WALLBOARD_COOKIE = 'gwanje_wallboard';
/** As long as browsers keep any; renewed while the screen is on. */
export const WALLBOARD_COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** On reads that nobody asked for by hand: they do not keep a session alive. */
export const UNATTENDED_HEADER = 'gwanje-unattended';
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * 60 * 1000;
