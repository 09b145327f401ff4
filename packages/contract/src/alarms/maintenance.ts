import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, isPlainText, MaintenanceId, SubGroupId, Timestamp } from '../definition/fields.ts';

export const MAX_MAINTENANCE_DAYS = 31;
const Reason = z.string().trim().max(500).refine(isPlainText, 'control character');

const MaintenanceOf = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('cluster'), hostId: HostId }),
  z.strictObject({ scope: z.literal('subGroup'), subGroupId: SubGroupId }),
]);

export const maintenanceStates = ['planned', 'running', 'ended'] as const;

/** Active and planned windows, and windows that ended within the last week. */
export const listMaintenance = endpoint({
  route: 'GET /maintenance/list',
  summary: 'Maintenance windows of the selected groups',
  access: 'all',
  response: z.object({
    serverTime: Timestamp,
    maintenanceList: z.array(
      z.object({
        maintenanceId: MaintenanceId,
        scope: z.enum(['cluster', 'subGroup']),
        hostId: HostId.nullable(),
        clusterName: z.string().nullable(),
        subGroupId: SubGroupId,
        subGroupName: z.string(),
        state: z.enum(maintenanceStates),
        fromAt: Timestamp,
        toAt: Timestamp,
        reason: z.string(),
        createdBy: z.string(),
        endedBy: z.string().nullable(),
        isChangeable: z.boolean(),
      }),
    ),
  }),
});

export const insertMaintenance = endpoint({
  route: 'POST /maintenance/insert',
  summary: 'Add a maintenance window: no messages are sent; alarms are still raised and shown',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject({
    of: MaintenanceOf,
    /** Absent: now. */
    fromAt: Timestamp.optional(),
    toAt: Timestamp,
    reason: Reason.default(''),
  }),
  response: z.object({ maintenanceId: MaintenanceId }),
});

export const endMaintenance = endpoint({
  route: 'PUT /maintenance/end/:maintenanceId',
  summary: 'End or cancel a maintenance window; messages about alarms that are still open are then sent',
  access: 'groupAdmin',
});
