import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';

/** The limits of a session while no admin has changed them. */
export const SESSION_IDLE_MS = STANDARD_SECURITY.idleMin * 60_000;
export const SESSION_ABSOLUTE_MS = STANDARD_SECURITY.sessionMaxHours * 3_600_000;
