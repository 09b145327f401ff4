import { z } from 'zod';

export const YesNo = z.enum(['Y', 'N']);
/** ISO 8601 with offset. */
export const Timestamp = z.iso.datetime({ offset: true });
export const Role = z.literal([1, 2, 3]);
export const RoleChoice = z.literal([10, 1, 3, 2]);
export const UserStatus = z.literal([1, 2, 3, 4]);

export type YesNo = z.infer<typeof YesNo>;
export type Role = z.infer<typeof Role>;
export type RoleChoice = z.infer<typeof RoleChoice>;
export type UserStatus = z.infer<typeof UserStatus>;

/** True when the store can hold the text: no NUL, no unpaired surrogate. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export const NAME_MAX_LENGTH = 50;

export type NameError = 'empty' | 'tooLong' | 'controlCharacter' | 'invisible';
export type NameCheck =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly error: NameError };

// Control characters, unpaired surrogates, line separators, and characters that reorder or hide text so that
// two names look alike.
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
// Fillers and blanks that Unicode does not count as white space. A name of only these would be invisible.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/**
 * Checks the name of a group, cluster or template, and returns why it is refused. `name` is the form to
 * store: trimmed, composed (NFC).
 */
export function checkName(text: string): NameCheck {
  const name = text.trim().normalize('NFC');
  if (name === '') return { ok: false, error: 'empty' };
  if (UNSAFE.test(text)) return { ok: false, error: 'controlCharacter' };
  if (name.replace(INVISIBLE, '') === '') return { ok: false, error: 'invisible' };
  if ([...name].length > NAME_MAX_LENGTH) return { ok: false, error: 'tooLong' };
  return { ok: true, name };
}

/** The same rule as a schema: it trims and composes the name, and reports why a name is refused. */
export const Name = z
  .string()
  .max(500)
  .transform((text, context) => {
    const check = checkName(text);
    if (check.ok) return check.name;
    context.addIssue({ code: 'custom', message: check.error });
    return z.NEVER;
  });

/** Uniqueness ignores case and Unicode composition. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Ids are int4 in the store. Larger ids cannot exist and are refused at the edge. */
export const MAX_ID = 2_147_483_647;
/** The rule for ids in paths, on the raw text: `1e1`, `1.0`, `+1` and `01` are not ids. */
export const ID_TEXT = /^[1-9][0-9]*$/;

export function idSchema<Brand extends string>(_brand: Brand) {
  return z.int().min(1).max(MAX_ID).brand<Brand>();
}

const digits = z.string().max(10).regex(ID_TEXT).transform(Number);

/** An id in a path. */
export function idTextSchema<Brand extends string>(brand: Brand) {
  return digits.pipe(idSchema(brand));
}

export const UserNo = idSchema('UserNo');
export const MetaGroupId = idSchema('MetaGroupId');
export const SubGroupId = idSchema('SubGroupId');
export const HostId = idSchema('HostId');
export const NodeId = idSchema('NodeId');
export const PodId = idSchema('PodId');
export const ContainerId = idSchema('ContainerId');
/** The id of any collected object: nodes, pods, containers, volumes and claims share one sequence. */
export const ObjectId = idSchema('ObjectId');
export const VolumeId = idSchema('VolumeId');
export const PvcId = idSchema('PvcId');
/** Wider than the other ids: every report of an event takes a number from the sequence. */
export const EventId = z.int().min(1).brand<'EventId'>();
export const NodeHistoryId = idSchema('NodeHistoryId');
export const TokenId = idSchema('TokenId');
export const AlarmTemplateId = idSchema('AlarmTemplateId');
export const LogoId = idSchema('LogoId');
export const AlarmId = idSchema('AlarmId');
export const AlarmMemoId = idSchema('AlarmMemoId');
export const SnoozeId = idSchema('SnoozeId');
export const EventAlarmId = idSchema('EventAlarmId');
export const WebhookId = idSchema('WebhookId');
export const PushSubscriptionId = idSchema('PushSubscriptionId');
export const MaintenanceId = idSchema('MaintenanceId');
export const DutyRotaId = idSchema('DutyRotaId');
export const DutyExceptionId = idSchema('DutyExceptionId');
export const ReportScheduleId = idSchema('ReportScheduleId');
export const HandoverId = idSchema('HandoverId');
export const HandoverItemId = idSchema('HandoverItemId');
export const AccessTokenId = idSchema('AccessTokenId');
export const WallboardKeyId = idSchema('WallboardKeyId');

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

/** Comma-joined ids as text of at most `maxLength` characters. */
function idsText<Brand extends string>(brand: Brand, maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((text) => text.split(','))
    .pipe(z.array(idTextSchema(brand)).min(1));
}

/** `{ids}` in a path: a path part may have 4 kB, about 600 ids. */
export function distinctIdsText<Brand extends string>(brand: Brand) {
  return idsText(brand, 4096).refine((ids) => new Set(ids).size === ids.length, 'duplicate id');
}

/** The limit of the global selection. The servers accept request headers of this size. */
export const MAX_SELECTION = 5000;
export const SelectionText = idsText('SubGroupId', MAX_SELECTION * 8);
export const Selection = z.array(SubGroupId).min(1).max(MAX_SELECTION);

export const MAX_PAGE_CNT = 1000;
export const PageNo = z.int().min(1).max(1_000_000_000);
export const PageCnt = z.int().min(1).max(MAX_PAGE_CNT);
/** `{pageNo}/{pageCnt}` in a path. */
export const pageParams = { pageNo: digits.pipe(PageNo), pageCnt: digits.pipe(PageCnt) };
