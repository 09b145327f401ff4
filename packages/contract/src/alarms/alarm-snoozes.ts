import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, isPlainText, ObjectId, SnoozeId, Timestamp } from '../definition/fields.ts';

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
