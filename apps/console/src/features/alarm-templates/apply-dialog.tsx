import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { applyTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { listClusters } from '@gwanje/contract/clusters/clusters';
import { type HostId, MAX_PAGE_CNT } from '@gwanje/contract/definition/fields';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { ELLIPSIS } from '@gwanje/domain/formats/text';
import { kinds } from '@gwanje/kinds/registry';
import { Icon } from '@gwanje/ui/icon';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { differingSettings } from '#entities/alarm-items/item-draft.ts';
import { entriesOf, invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import classes from './templates.module.css';

const clustersQuery = apiQuery(
  listClusters,
  { body: { pageNo: 1, pageCnt: MAX_PAGE_CNT, orderBy: ['name'] } },
  { staleMs: 5_000 },
);
const NAMES_SHOWN = 6;

/** The clusters to choose, the current template of each, and the settings that would change. */
export function ApplyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useT();
  const user = useSession((state) => state.user);
  const managed = useManagedMetaGroups(user ?? { userNo: 0, role: 2, isKeyUser: 'N' });
  const query = useQuery(clustersQuery);
  const [search, setSearch] = useState('');

  const form = useEditForm({
    initialValues: { hostIdList: [] as readonly HostId[] },
    reasons: { hostIdList: {} },
    save: ({ hostIdList }) =>
      call(applyTemplate, {
        params: { id: template.alarmTemplateId },
        body: { hostIdList: [...hostIdList] },
      }),
    onSaved: async () => {
      onClose();
      await Promise.all([invalidateTemplates(), invalidate([listClusters])]);
    },
  });
  const { hostIdList } = form.values;

  const managedIds = new Set<number>(managed.map(({ metaGroupId }) => metaGroupId));
  const clusters = (query.data?.list ?? []).filter(({ metaGroupId }) => managedIds.has(metaGroupId));
  const searchText = search.trim().toLowerCase();
  const shown = clusters.filter((cluster) =>
    [cluster.name, cluster.alarmTemplateName, cluster.subGroupName].some((text) =>
      text.toLowerCase().includes(searchText),
    ),
  );
  const picked = clusters.filter(({ hostId }) => hostIdList.includes(hostId));

  return (
    <FormDialog
      title={t('alarmTemplates.applyTitle', { name: template.name })}
      submitLabel={t('alarmTemplates.applyTo', { cnt: picked.length })}
      width={640}
      isBlocked={picked.length === 0}
      onClose={onClose}
      {...form.frame}
    >
      <TextInput
        aria-label={t('alarmTemplates.searchCluster')}
        placeholder={t('alarmTemplates.searchCluster')}
        leftSection={<Icon name="mdi-magnify" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <Loaded query={query} failedTitle={t('alarmTemplates.clustersFailed')} lines={6}>
        {() =>
          shown.length === 0 ? (
            <p className={classes.note}>{t('alarmTemplates.noCluster')}</p>
          ) : (
            <ul className={classes.clusters} aria-label={t('alarmTemplates.clusters')}>
              {shown.map((cluster) => {
                const isSame = cluster.alarmTemplateId === template.alarmTemplateId;
                return (
                  <li key={cluster.hostId}>
                    <Checkbox
                      size="xs"
                      label={<bdi>{cluster.name}</bdi>}
                      description={`${cluster.metaGroupName} / ${cluster.subGroupName}`}
                      checked={isSame || hostIdList.includes(cluster.hostId)}
                      disabled={isSame}
                      onChange={() => form.change({ hostIdList: toggled(hostIdList, cluster.hostId) })}
                    />
                    <span className={classes.now}>
                      {isSame
                        ? t('alarmTemplates.alreadyThis')
                        : t('alarmTemplates.hasNow', { name: cluster.alarmTemplateName })}
                    </span>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
      <Changes
        template={template}
        formerIds={[...new Set(picked.map(({ alarmTemplateId }) => Number(alarmTemplateId)))]}
      />
      <p className={classes.note}>{t('alarmTemplates.applyNote')}</p>
    </FormDialog>
  );
}

function toggled(list: readonly HostId[], hostId: HostId): readonly HostId[] {
  return list.includes(hostId) ? list.filter((one) => one !== hostId) : [...list, hostId];
}

/** The changes, grouped by the current template of the chosen clusters. */
function Changes({ template, formerIds }: { template: Template; formerIds: readonly number[] }) {
  const { t, language } = useTexts();
  const formers = useQueries({ queries: formerIds.map((id) => templateQuery(id)) });
  if (formerIds.length === 0) return null;
  const nameOf = (key: AlarmItemKey) =>
    `${kinds[alarmItems[key].target].labels[language]} ${alarmItems[key].label[language]}`;
  return (
    <ul className={classes.changes} aria-live="polite">
      {formers.map(({ data }, index) => {
        if (!data) return <li key={formerIds[index]}>{t('shell.loading')}</li>;
        const keys = differingSettings(entriesOf(data), entriesOf(template));
        const names = keys.slice(0, NAMES_SHOWN).map(nameOf).join(', ');
        return (
          <li key={data.alarmTemplateId}>
            <Icon name="mdi-swap-horizontal" />
            {keys.length === 0
              ? t('alarmTemplates.nothingChanges', { name: data.name })
              : t('alarmTemplates.changesFrom', {
                  name: data.name,
                  cnt: keys.length,
                  items: keys.length > NAMES_SHOWN ? `${names}, ${ELLIPSIS}` : names,
                })}
          </li>
        );
      })}
    </ul>
  );
}
