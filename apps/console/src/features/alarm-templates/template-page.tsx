import { listTemplates, templateColumns } from '@gwanje/contract/alarms/alarm-templates';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count, flag, name, shown, text, time } from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { templateQuery } from './template-calls.ts';
import { TemplateDetail } from './template-detail.tsx';

/** The list of templates, or the template whose id is in the address. */
export function TemplatePage() {
  const id = parseIdText(useAddress().search.alarmTemplateId);
  return id === undefined ? <TemplateListPage /> : <TemplateDetailPage key={id} id={id} />;
}

function TemplateListPage() {
  const t = useT();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <SettingsHeader
        title={t('routes.settingAlarmTemplate')}
        actions={
          <IfMayChange>
            <TextButton icon="mdi-plus" variant="filled" onClick={() => setIsCreating(true)}>
              {t('alarmTemplates.create')}
            </TextButton>
          </IfMayChange>
        }
      />
      <ObjectList declaration={templateList} />
      {isCreating && <NewTemplateDialog source={null} onClose={() => setIsCreating(false)} />}
    </>
  );
}

function TemplateDetailPage({ id }: { id: number }) {
  const t = useT();
  const mayChange = useMayChange();
  const query = useQuery(templateQuery(id));
  return (
    <LoadedPage
      query={query}
      title={t('routes.settingAlarmTemplate')}
      path={[{ to: '/setting/alarm-template', label: t('routes.settingAlarmTemplate') }]}
      failedTitle={t('alarmTemplates.failed')}
    >
      {(data) => <TemplateDetail template={{ ...data, isChangeable: data.isChangeable && mayChange }} />}
    </LoadedPage>
  );
}

export const templateList = defineList({
  name: 'alarmTemplates',
  title: 'routes.settingAlarmTemplate',
  endpoint: listTemplates,
  contract: templateColumns,
  columns: {
    name: name('alarmTemplates.name', addressOf),
    description: shown(text('alarmTemplates.description', { width: 340 })),
    ownerName: shown(text('alarmTemplates.owner', { width: 130 })),
    clusterCnt: shown(count('alarmTemplates.clusters', { width: 110 })),
    webhookCnt: shown(count('alarmTemplates.webhooks', { width: 100 })),
    isChangeable: shown(flag('alarmTemplates.changeable', { width: 100 })),
    createdAt: time('alarmTemplates.createdAt'),
    updatedAt: shown(time('alarmTemplates.updatedAt')),
  },
  primary: 'name',
  defaultOrder: ['name'],
  rowKey: ({ alarmTemplateId }) => String(alarmTemplateId),
  nameOf: (row) => row.name,
  linkOf: addressOf,
});

function addressOf({ alarmTemplateId }: { alarmTemplateId: number }): string {
  return `/setting/alarm-template?alarmTemplateId=${alarmTemplateId}`;
}
