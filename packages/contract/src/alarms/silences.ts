import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import {
  HostId,
  isPlainText,
  MaintenanceId,
  ObjectId,
  SnoozeId,
  SubGroupId,
  Timestamp,
} from '../definition/fields.ts';

export const MAX_SNOOZE_MIN = 7 * 24 * 60;
const ShortText = z.string().min(1).max(253).refine(isPlainText, 'control character');
const Reason = z.string().trim().max(500).refine(isPlainText, 'control character');

const Owner = { namespace: ShortText, ownerKind: ShortText, ownerName: ShortText };

/** What a snooze covers: one object, the pods of an owner, a node with its pods, or a cluster. */
const SnoozeOf = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('object'), hostId: HostId, objectId: ObjectId }),
  z.strictObject({ scope: z.literal('node'), hostId: HostId, objectId: ObjectId }),
  z.strictObject({ scope: z.literal('owner'), hostId: HostId, ...Owner }),
  z.strictObject({ scope: z.literal('cluster'), hostId: HostId }),
]);

export const addSnooze = endpoint({
  route: 'POST /alarm/snooze',
  summary: 'Stop messages about alarms for a time; the alarms are still raised and shown',
  access: 'all',
  success: 201,
  body: z.strictObject({
    of: SnoozeOf,
    minutes: z.int().min(1).max(MAX_SNOOZE_MIN),
    reason: Reason.optional(),
  }),
  response: z.object({ snoozeId: SnoozeId, untilAt: Timestamp }),
});

export const listSnoozes = endpoint({
  route: 'GET /alarm/snooze/list',
  summary: 'Active snoozes in the selected groups',
  access: 'all',
  response: z.object({
    serverTime: Timestamp,
    snoozeList: z.array(
      z.object({
        snoozeId: SnoozeId,
        hostId: HostId,
        clusterName: z.string(),
        scope: z.enum(['object', 'owner', 'node', 'cluster']),
        objectId: ObjectId.nullable(),
        name: z.string(),
        untilAt: Timestamp,
        reason: z.string(),
        createdBy: z.string(),
        createdAt: Timestamp,
      }),
    ),
  }),
});

export const deleteSnooze = endpoint({
  route: 'DELETE /alarm/snooze/:snoozeId',
  summary: 'End a snooze',
  access: 'all',
});

export const MAX_MAINTENANCE_DAYS = 31;

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
