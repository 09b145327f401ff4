import { AlarmSettings } from '@gwanje/contract/alarms/alarm-items';
import { TemplateDescription } from '@gwanje/contract/alarms/alarm-templates';
import { addressFields, secretAddressFields, wrongAddressFields } from '@gwanje/contract/alarms/channels';
import { eventAlarmFields } from '@gwanje/contract/alarms/event-alarms';
import { MAX_WEBHOOKS, webhookFields } from '@gwanje/contract/alarms/webhooks';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { isPlainText, Name } from '@gwanje/contract/definition/fields';
import { logReaders } from '@gwanje/contract/objects/logs';
import { MAX_REPORT_SCHEDULES, reportScheduleFields } from '@gwanje/contract/reports/report-schedules';
import { z } from 'zod';
import { type RecordKind, recordKindsOf } from '../registry.ts';
import { alarmedKinds } from '../state/facts.ts';

/*
 * Groups, clusters, templates and their settings as a file that people read, compare and edit. The file
 * refers to everything by name; docs/settings-file.md describes each field. An import does not change what
 * the file leaves out.
 */

export const SETTINGS_FILE_VERSION = 1;
export const SETTINGS_FILE_MAX_BYTES = 2 * 1024 * 1024;

const MOST = 5000;

/** An import refers to users and never creates them. It leaves out unknown users. */
const UserId = z
  .string()
  .min(1)
  .max(100)
  .refine(isPlainText, 'control character')
  .transform((userId) => userId.toLowerCase());
const ObjectName = z.string().min(1).max(253).refine(isPlainText, 'control character');

const { forSubGroupIdList: _ids, ...ownFields } = webhookFields;

const FileWebhook = z
  .strictObject({
    ...ownFields,
    /**
     * Never exported: it may contain a key. Absent: no change; a new webhook has none until a user enters it.
     */
    url: webhookFields.url.optional(),
    secret: addressFields.secret.unwrap().optional(),
    recipientList: webhookFields.recipientList.default([]),
    bodyTemplate: webhookFields.bodyTemplate.default(null),
    hours: webhookFields.hours.default(null),
    quietHours: webhookFields.quietHours.default(null),
    escalateAfterMin: webhookFields.escalateAfterMin.default(null),
    /** Null: all clusters that use the template. */
    forSubGroups: z
      .array(z.strictObject({ metaGroup: Name, subGroup: Name }))
      .max(1000)
      .nullable()
      .default(null),
    /** The webhook sends only what this user may see; null: everything. */
    scopeUser: UserId.nullable().default(null),
  })
  .superRefine(({ kind, ...address }, context) => {
    for (const field of wrongAddressFields(kind, address))
      if (!secretAddressFields.has(field) || address[field])
        context.addIssue({ code: 'custom', path: [field], message: 'target' });
  });

const FileTemplate = z.strictObject({
  name: Name,
  description: TemplateDescription.optional(),
  owner: UserId.nullable().optional(),
  /** Single items. Absent items keep their value, or have the product's default. */
  settings: AlarmSettings.optional(),
  webhooks: z.array(FileWebhook).max(MAX_WEBHOOKS).optional(),
});

const FileEventAlarm = z
  .strictObject({
    ...eventAlarmFields,
    eventType: eventAlarmFields.eventType.default(null),
    reason: eventAlarmFields.reason.default(null),
    objectKind: eventAlarmFields.objectKind.default(null),
    namespace: eventAlarmFields.namespace.default(null),
    messageText: eventAlarmFields.messageText.default(null),
    warningCnt: eventAlarmFields.warningCnt.default(null),
    criticalCnt: eventAlarmFields.criticalCnt.default(null),
  })
  .refine(({ warningCnt, criticalCnt }) => warningCnt !== null || criticalCnt !== null, {
    path: ['warningCnt'],
    message: 'noThreshold',
  })
  .refine(
    ({ warningCnt, criticalCnt }) => warningCnt === null || criticalCnt === null || warningCnt <= criticalCnt,
    { path: ['criticalCnt'], message: 'thresholdOrder' },
  );

/** Objects are named by their own Kubernetes kind: workloads of two types may share a name. */
export const fileObjectKinds: readonly RecordKind[] = alarmedKinds.flatMap(recordKindsOf);

const FileObject = z.strictObject({
  kind: z.enum(fileObjectKinds),
  namespace: ObjectName.nullable().default(null),
  name: ObjectName,
  isMonitored: z.boolean().optional(),
  settings: AlarmSettings.optional(),
});

const FileCluster = z.strictObject({
  name: Name,
  template: Name,
  isMonitored: z.boolean().optional(),
  settings: AlarmSettings.optional(),
  eventAlarms: z.array(FileEventAlarm).max(MOST).optional(),
  objects: z.array(FileObject).max(MOST).optional(),
});

const FileSubGroup = z.strictObject({
  name: Name,
  logReaders: z.enum(logReaders).optional(),
  members: z.array(UserId).max(MOST).optional(),
  clusters: z.array(FileCluster).max(MOST).optional(),
});

const FileReportSchedule = z.strictObject({
  ...reportScheduleFields,
  /** The reports hold only what this user may see; null: everything. */
  scopeUser: UserId.nullable().default(null),
});

const FileMetaGroup = z.strictObject({
  name: Name,
  owner: UserId.nullable().optional(),
  reportSchedules: z.array(FileReportSchedule).max(MAX_REPORT_SCHEDULES).optional(),
  subGroups: z.array(FileSubGroup).max(MOST).optional(),
});

export const SettingsFile = z.strictObject({
  format: z.literal('gwanje-settings'),
  version: z.literal(SETTINGS_FILE_VERSION),
  templates: z.array(FileTemplate).max(MOST).default([]),
  metaGroups: z.array(FileMetaGroup).max(MOST).default([]),
});
export type SettingsFile = z.output<typeof SettingsFile>;
export type FileTemplate = z.output<typeof FileTemplate>;
export type FileWebhook = z.output<typeof FileWebhook>;
export type FileReportSchedule = z.output<typeof FileReportSchedule>;
export type FileCluster = z.output<typeof FileCluster>;
export type FileObject = z.output<typeof FileObject>;
export type FileEventAlarm = z.output<typeof FileEventAlarm>;

/** Why a file is refused. The console and the command have a message for each reason. */
export const fileErrorReasons = [
  'tooLarge',
  'tooSlow',
  'notYaml',
  'otherFormat',
  'newerVersion',
  'missing',
  'unknownField',
  'wrongType',
  'noSuchChoice',
  'outOfRange',
  'format',
  'unstorable',
  'empty',
  'tooLong',
  'controlCharacter',
  'invisible',
  'duplicate',
  'unknownTemplate',
  'unknownSubGroup',
  'unknownVariable',
  'otherTarget',
  'noThreshold',
  'thresholdOrder',
  'notACondition',
  'window',
  'margin',
  'target',
  'tooMany',
] as const;
export type FileErrorReason = (typeof fileErrorReasons)[number];

export const FileError = z.object({
  /** The position in the file, as `metaGroups[0].name`; empty: the whole file. */
  path: z.string(),
  line: z.int().nullable(),
  reason: z.enum(fileErrorReasons),
  /** The expected or given value, when it helps. */
  detail: z.string().nullable(),
});
export type FileError = z.infer<typeof FileError>;

export const entryKinds = [
  'template',
  'metaGroup',
  'subGroup',
  'member',
  'reportSchedule',
  'cluster',
  'webhook',
  'eventAlarm',
  'object',
] as const;
export type EntryKind = (typeof entryKinds)[number];

const PlannedEntry = z.object({
  kind: z.enum(entryKinds),
  /** From the outermost object to the innermost. */
  nameList: z.array(z.string()),
  fieldList: z.array(z.string()),
});

/**
 * unknownUser — no user has this id, it is left out · notAnAdmin — this user cannot own a group, left out ·
 * totalAdmin — sees everything already, left out as a member · unknownScopeUser — the webhook or report schedule is
 * left out, because it must not send more than that user may see · noAddress — the webhook sends nothing until its
 * address is entered · unknownObject — no agent has reported the object yet, left out; import again later ·
 * elsewhere — a cluster of this name is in another group, and stays there
 */
export const planWarnings = [
  'unknownUser',
  'notAnAdmin',
  'totalAdmin',
  'unknownScopeUser',
  'noAddress',
  'unknownObject',
  'elsewhere',
] as const;

export const ImportPlan = z.object({
  createList: z.array(PlannedEntry),
  changeList: z.array(PlannedEntry),
  sameCnt: z.int(),
  /**
   * Objects that are in the installation and not in the file. An import does not change them. Lists only the
   * outermost ones.
   */
  onlyHereList: z.array(PlannedEntry),
  warningList: z.array(
    z.object({
      reason: z.enum(planWarnings),
      kind: z.enum(entryKinds),
      nameList: z.array(z.string()),
      detail: z.string().nullable(),
    }),
  ),
});
export type ImportPlan = z.infer<typeof ImportPlan>;
export type PlannedEntry = z.infer<typeof PlannedEntry>;

const FileBody = { content: z.string().max(SETTINGS_FILE_MAX_BYTES) };
/** The text as JSON: line ends and quotes take two bytes. */
const MAX_BODY_BYTES = 2 * SETTINGS_FILE_MAX_BYTES;

const common = { access: 'keyAdmin', subGroupsIn: 'none', tokens: 'no' } as const;

export const exportSettings = endpoint({
  ...common,
  route: 'GET /installation/settings-file',
  summary: 'Groups, clusters, templates and settings as a readable file, without secrets',
  answers: 'file',
  response: z.string(),
});

export const planImport = endpoint({
  ...common,
  route: 'POST /installation/settings-file/plan',
  summary: 'Preview of an import: the changes that it would make, or the errors of the file',
  read: true,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.strictObject({ _method: z.literal('get'), ...FileBody }),
  response: z.object({
    errorList: z.array(FileError),
    /** Null: the file has errors. */
    plan: ImportPlan.nullable(),
    /** Identifies exactly this plan. The import must send it. */
    planId: z.string().nullable(),
  }),
});

export const importSettings = endpoint({
  ...common,
  route: 'POST /installation/settings-file',
  needsFreshProof: true,
  summary: 'Import a file in one transaction, without deletions; 8004 if the plan has changed since',
  maxBodyBytes: MAX_BODY_BYTES,
  holdsNoTransaction: true,
  body: z.strictObject({
    ...FileBody,
    /** The id of the plan that the user saw. */ planId: z.string().max(100).optional(),
  }),
  response: z.object({ plan: ImportPlan }),
});
