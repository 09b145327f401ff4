import { listTemplates, templateColumns } from '@gwanje/contract/alarms/alarm-templates';
import { count, flag, name, text, time } from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';

export const templateList = defineList({
  name: 'alarmTemplates',
  title: 'routes.settingAlarmTemplate',
  endpoint: listTemplates,
  contract: templateColumns,
  columns: {
    name: name('alarmTemplates.name', addressOf),
    description: text('alarmTemplates.description', { width: 340 }),
    ownerName: text('alarmTemplates.owner', { width: 130 }),
    clusterCnt: count('alarmTemplates.clusters', { width: 110 }),
    webhookCnt: count('alarmTemplates.webhooks', { width: 100 }),
    isChangeable: flag('alarmTemplates.changeable', { width: 100 }),
    createdAt: time('alarmTemplates.createdAt'),
    updatedAt: time('alarmTemplates.updatedAt'),
  },
  primary: 'name',
  defaultColumns: [
    'name',
    'description',
    'ownerName',
    'clusterCnt',
    'webhookCnt',
    'isChangeable',
    'updatedAt',
  ],
  defaultOrder: ['name'],
  rowKey: ({ alarmTemplateId }) => String(alarmTemplateId),
  nameOf: (row) => row.name,
  linkOf: addressOf,
});

function addressOf({ alarmTemplateId }: { readonly alarmTemplateId: number }): string {
  return `/setting/alarm-template?alarmTemplateId=${alarmTemplateId}`;
}
