import { z } from 'zod';

/** Ids are int4 in the store. Larger ids cannot exist and are refused at the edge. */
export const MAX_ID = 2_147_483_647;
/** The rule for ids in paths, on the raw text: `1e1`, `1.0`, `+1` and `01` are not ids. */
export const ID_TEXT = /^[1-9][0-9]*$/;

function idSchema<Brand extends string>(_brand: Brand) {
  return z.int().min(1).max(MAX_ID).brand<Brand>();
}

function idTextSchema<Brand extends string>(_brand: Brand) {
  return z.string().max(10).regex(ID_TEXT).transform(Number).pipe(z.int().min(1).max(MAX_ID).brand<Brand>());
}

/** The schema of an id in a body and in a path. */
export function idSchemas<Brand extends string>(brand: Brand) {
  return [idSchema(brand), idTextSchema(brand)] as const;
}

export const [UserNo, UserNoText] = idSchemas('UserNo');
export const [MetaGroupId, MetaGroupIdText] = idSchemas('MetaGroupId');
export const [SubGroupId, SubGroupIdText] = idSchemas('SubGroupId');
export const [HostId, HostIdText] = idSchemas('HostId');
export const [NodeId, NodeIdText] = idSchemas('NodeId');
export const [PodId, PodIdText] = idSchemas('PodId');
export const [ContainerId, ContainerIdText] = idSchemas('ContainerId');
/** The id of any collected object: nodes, pods, containers, volumes and claims share one sequence. */
export const ObjectId = idSchema('ObjectId');
export const [VolumeId, VolumeIdText] = idSchemas('VolumeId');
export const [PvcId, PvcIdText] = idSchemas('PvcId');
/** Wider than the other ids: every report of an event takes a number from the sequence. */
export const EventId = z.int().min(1).brand<'EventId'>();
export const [NodeHistoryId, NodeHistoryIdText] = idSchemas('NodeHistoryId');
export const [TokenId, TokenIdText] = idSchemas('TokenId');
export const [AlarmTemplateId, AlarmTemplateIdText] = idSchemas('AlarmTemplateId');
export const [LogoId, LogoIdText] = idSchemas('LogoId');
export const [AlarmId, AlarmIdText] = idSchemas('AlarmId');
export const AlarmMemoId = idSchema('AlarmMemoId');
export const [SnoozeId, SnoozeIdText] = idSchemas('SnoozeId');
export const [EventAlarmId, EventAlarmIdText] = idSchemas('EventAlarmId');
export const [WebhookId, WebhookIdText] = idSchemas('WebhookId');
export const [MaintenanceId, MaintenanceIdText] = idSchemas('MaintenanceId');
export const [AccessTokenId, AccessTokenIdText] = idSchemas('AccessTokenId');
export const [WallboardKeyId, WallboardKeyIdText] = idSchemas('WallboardKeyId');

export type UserNo = z.infer<typeof UserNo>;
export type MetaGroupId = z.infer<typeof MetaGroupId>;
export type SubGroupId = z.infer<typeof SubGroupId>;
export type HostId = z.infer<typeof HostId>;
export type NodeId = z.infer<typeof NodeId>;
export type PodId = z.infer<typeof PodId>;
export type ContainerId = z.infer<typeof ContainerId>;
export type ObjectId = z.infer<typeof ObjectId>;
export type AlarmTemplateId = z.infer<typeof AlarmTemplateId>;
export type LogoId = z.infer<typeof LogoId>;

/** `{ids}` in a path: templates to delete. */
export const AlarmTemplateIdsText = z
  .string()
  .max(4096)
  .transform((text) => text.split(','))
  .pipe(z.array(AlarmTemplateIdText).min(1))
  .refine((ids) => new Set(ids).size === ids.length, 'duplicate id');

/** Comma-joined ids as text of at most `maxLength` characters. */
function subGroupIdsText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((text) => text.split(','))
    .pipe(z.array(SubGroupIdText).min(1));
}

/** `{ids}` in a path: a path part may have 4 kB, about 600 ids. */
export const SubGroupIdsText = subGroupIdsText(4096).refine(
  (ids) => new Set(ids).size === ids.length,
  'duplicate id',
);

/** The limit of the global selection. The servers accept request headers of this size. */
export const MAX_SELECTION = 5000;
export const SelectionText = subGroupIdsText(MAX_SELECTION * 8);
export const Selection = z.array(SubGroupId).min(1).max(MAX_SELECTION);
