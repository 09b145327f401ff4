import type { EndpointName } from './endpoints.ts';

/**
 * Calls that have a descriptor but no handler yet, with the capability that brings them. Until then the server checks
 * session, rights and parameters and answers 8003. This list may only shrink.
 */
export const planned = {
  rehearseTemplate: 'alarms',
  listWebhookKinds: 'alarms',
  listWebhooks: 'alarms',
  insertWebhook: 'alarms',
  updateWebhook: 'alarms',
  deleteWebhook: 'alarms',
  sendTestWebhook: 'alarms',
  replayDelivery: 'alarms',
  listMaintenance: 'alarms',
  insertMaintenance: 'alarms',
  endMaintenance: 'alarms',
} as const satisfies Partial<Record<EndpointName, 'alarms'>>;
