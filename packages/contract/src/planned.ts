import type { EndpointName } from './endpoints.ts';

/**
 * Calls that have a descriptor but no handler yet, with the capability that brings them. Until then the server checks
 * session, rights and parameters and answers 8003. This list may only shrink.
 */
export const planned = {
} as const satisfies Partial<Record<EndpointName, 'alarms'>>;
