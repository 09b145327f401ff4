import { z } from 'zod';
import {
  distinctList,
  flag,
  id,
  number,
  pagedList,
  rowOf,
  text,
  textOrNull,
  time,
  timedPageOf,
} from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  AlarmTemplateId,
  distinctIdsText,
  HostId,
  idTextSchema,
  isPlainText,
  Name,
  UserNo,
} from '../definition/fields.ts';
import { AlarmItemKey, AlarmSetting, AlarmSettings, settingOrigins } from './alarm-items.ts';

export const templateColumns = {
  alarmTemplateId: id(AlarmTemplateId),
  name: text(),
  description: text(),
  /** Null: the product's template, or a template whose owner was deleted. */
  ownerName: textOrNull(),
  clusterCnt: number(),
  webhookCnt: number(),
  isChangeable: flag(),
  createdAt: time(),
  updatedAt: time(),
} as const;

export const TemplateDescription = z.string().trim().max(500).refine(isPlainText, 'control character');

export const listTemplates = endpoint({
  route: 'POST /templates/:pageNo/:pageCnt',
  summary: 'Alarm templates',
  access: 'groupAdmin',
  ...pagedList(templateColumns),
});

const params = { id: idTextSchema('AlarmTemplateId') };

/** 1 cluster, 2 node, 3 pod; null: not set. */
const ViewType = z.literal([1, 2, 3]).nullable();

export const getTemplate = endpoint({
  route: 'GET /template/info/:id',
  summary: 'One alarm template with all its items',
  access: 'groupAdmin',
  params,
  response: rowOf(templateColumns).extend({
    version: z.int(),
    itemList: z.array(
      z.object({
        itemKey: AlarmItemKey,
        viewType: ViewType,
        setting: AlarmSetting,
        origin: z.enum(settingOrigins),
      }),
    ),
    /** Clusters that use it, in the groups that the caller may see. */
    clusterList: z.array(z.object({ hostId: HostId, name: z.string() })),
  }),
});

export const insertTemplate = endpoint({
  route: 'POST /template/insert',
  summary: 'Create an alarm template',
  access: 'groupAdmin',
  tokens: 'unlimited',
  success: 201,
  body: z.strictObject({
    name: Name,
    description: TemplateDescription.default(''),
    settings: AlarmSettings.default({}),
  }),
  response: z.object({ alarmTemplateId: AlarmTemplateId }),
});

export const copyTemplate = endpoint({
  route: 'POST /template/copy/:id',
  summary: 'Copy a template under another name; the caller owns the copy, which has no webhooks',
  access: 'groupAdmin',
  tokens: 'unlimited',
  success: 201,
  params,
  body: z.strictObject({ name: Name }),
  response: z.object({ alarmTemplateId: AlarmTemplateId }),
});

export const updateTemplate = endpoint({
  route: 'PUT /template/update',
  summary: 'Change name, description or items of a template; applies from the next evaluation',
  access: 'groupAdmin',
  tokens: 'unlimited',
  body: z.strictObject({
    alarmTemplateId: AlarmTemplateId,
    name: Name.optional(),
    description: TemplateDescription.optional(),
    settings: AlarmSettings.optional(),
    /** Answers 8004 when another user has changed it since. */
    version: z.int().min(0).optional(),
  }),
  response: z.object({ version: z.int() }),
});

export const applyTemplate = endpoint({
  route: 'PUT /template/apply/:id',
  summary: 'Assign the template to clusters',
  access: 'groupAdmin',
  params,
  body: z.strictObject({
    hostIdList: distinctList(HostId, 1000),
  }),
});

export const deleteTemplates = endpoint({
  route: 'DELETE /template/delete/:ids',
  summary: 'Delete templates that no cluster uses',
  access: 'groupAdmin',
  tokens: 'unlimited',
  params: { ids: distinctIdsText('AlarmTemplateId') },
});

export const templateHistoryColumns = {
  at: time(),
  /** 1 created, 2 info changed, 3 copied, 4 alarm applied, 5 deleted, 6 alarm content changed. */
  changeType: number(),
  userName: textOrNull(),
  detail: text(),
} as const;

export const listTemplateHistory = endpoint({
  route: 'POST /template/history/:id/:pageNo/:pageCnt',
  summary: 'Changes of a template, newest first; also of a deleted template',
  access: 'groupAdmin',
  ...pagedList(templateHistoryColumns),
  params,
  response: timedPageOf(rowOf(templateHistoryColumns).extend({ userNo: UserNo.nullable() })),
});
