import { z } from 'zod';

/** Ids are int4 in the store. Larger ids cannot exist and are refused at the edge. */
export const MAX_ID = 2_147_483_647;
/** The rule for ids in paths, on the raw text: `1e1`, `1.0`, `+1` and `01` are not ids. */
export const ID_TEXT = /^[1-9][0-9]*$/;

function id<Brand extends string>(_brand: Brand) {
  return z.int().min(1).max(MAX_ID).brand<Brand>();
}

function idText<Brand extends string>(_brand: Brand) {
  return z.string().max(10).regex(ID_TEXT).transform(Number).pipe(z.int().min(1).max(MAX_ID).brand<Brand>());
}

export const UserNo = id('UserNo');
export const MetaGroupId = id('MetaGroupId');
export const SubGroupId = id('SubGroupId');
export const HostId = id('HostId');
export const NodeId = id('NodeId');
export const PodId = id('PodId');
export const ContainerId = id('ContainerId');
/** The id of any collected object: nodes, pods, containers, volumes and claims share one sequence. */
export const ObjectId = id('ObjectId');
export const VolumeId = id('VolumeId');
export const PvcId = id('PvcId');
export const NamespaceId = id('NamespaceId');
export const WorkloadId = id('WorkloadId');
/** Wider than the other ids: every report of an event takes a number from the sequence. */
export const EventId = z.int().min(1).brand<'EventId'>();
export const NodeHistoryId = id('NodeHistoryId');
export const TokenId = id('TokenId');
export const AlarmTemplateId = id('AlarmTemplateId');
export const LogoId = id('LogoId');
export const AlarmId = id('AlarmId');
export const AlarmMemoId = id('AlarmMemoId');
export const SnoozeId = id('SnoozeId');
export const EventAlarmId = id('EventAlarmId');
export const WebhookId = id('WebhookId');
export const MaintenanceId = id('MaintenanceId');
export const AccessTokenId = id('AccessTokenId');
export const WallboardKeyId = id('WallboardKeyId');

export const UserNoText = idText('UserNo');
export const MetaGroupIdText = idText('MetaGroupId');
export const SubGroupIdText = idText('SubGroupId');
export const HostIdText = idText('HostId');
export const NodeIdText = idText('NodeId');
export const PodIdText = idText('PodId');
export const ContainerIdText = idText('ContainerId');
export const NodeHistoryIdText = idText('NodeHistoryId');
export const TokenIdText = idText('TokenId');
export const LogoIdText = idText('LogoId');
export const VolumeIdText = idText('VolumeId');
export const PvcIdText = idText('PvcId');
export const NamespaceIdText = idText('NamespaceId');
export const WorkloadIdText = idText('WorkloadId');
export const AlarmIdText = idText('AlarmId');
export const SnoozeIdText = idText('SnoozeId');
export const EventAlarmIdText = idText('EventAlarmId');
export const WebhookIdText = idText('WebhookId');
export const MaintenanceIdText = idText('MaintenanceId');
export const AccessTokenIdText = idText('AccessTokenId');
export const WallboardKeyIdText = idText('WallboardKeyId');
export const AlarmTemplateIdText = idText('AlarmTemplateId');

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
