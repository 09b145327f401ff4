import { deleteTemplates } from '@gwanje/contract/alarms/alarm-templates';
import { showFailure } from '#components/forms/show-failure.ts';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { type Template, templateQuery } from './template-calls.ts';

/** Resolves to true when the template is deleted. An alert names what prevents a deletion. */
export async function deleteTemplateAsked({ alarmTemplateId, name }: Template): Promise<boolean> {
  const isConfirmed = await showConfirm({
    title: t('alarmTemplates.deleteTitle'),
    text: t('alarmTemplates.deleteText', { name }),
    msg: t('alarmTemplates.deleteGoes'),
    textConfirm: t('common.delete'),
  });
  if (!isConfirmed) return false;
  try {
    await call(deleteTemplates, { params: { ids: String(alarmTemplateId) } });
    return true;
  } catch (error) {
    const { clusterList } = await queryClient.fetchQuery({
      ...templateQuery(alarmTemplateId),
      staleTime: 0,
    });
    await showFailure(error, {
      applied:
        clusterList.length > 0
          ? t('alarmTemplates.inUseBy', { names: clusterList.map((cluster) => cluster.name).join(', ') })
          : t('alarmTemplates.inUse'),
    });
    return false;
  }
}
