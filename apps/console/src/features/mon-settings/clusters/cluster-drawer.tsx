import { type Cluster, getCluster } from '@gwanje/contract/clusters/clusters';
import type { Actor } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows, ValueRow } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DrawerForm } from '#components/dialogs/drawer-form.tsx';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { TextFieldRow } from '#components/forms/text-field-row.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import {
  MetaGroupSelect,
  preselectedGroups,
  SubGroupSelect,
  TemplateSelect,
} from '#entities/clusters/group-selects.tsx';
import classes from '#entities/object-settings/mon-settings.module.css';
import { watchAppearance } from '#entities/object-settings/watch-columns.tsx';
import { clusterChange, draftOf, saveCluster } from './save-clusters.ts';

interface ClusterEditorProps {
  readonly actor: Actor;
  readonly cluster: Cluster;
  readonly onDelete: () => void;
  readonly onClose: () => Promise<void>;
}

/** Read-only until 수정. */
export function ClusterEditor({ actor, cluster, onDelete, onClose }: ClusterEditorProps) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const isManaged = managed.some(({ metaGroupId }) => metaGroupId === cluster.metaGroupId);
  const form = useEditForm({
    initialValues: draftOf(cluster),
    isChanged: (draft) => clusterChange(cluster, draft) !== null || draft.metaGroupId !== cluster.metaGroupId,
    startsReadOnly: true,
    validate: ({ name, subGroupId }) => ({
      name: nameError(name),
      subGroupId: subGroupId === null ? 'clusterFields.subGroupRequired' : undefined,
    }),
    reasons: { name: NAME_REASONS, metaGroupId: {}, subGroupId: {}, alarmTemplateId: {} },
    save: async (draft) => {
      const change = clusterChange(cluster, draft);
      if (change?.subGroupId !== undefined) {
        const { hostId, subGroupId } = change;
        const move = { kind: 'moveClusters' as const, clusterList: [{ hostId, subGroupId }] };
        if (!(await confirmAccessChange(move, 'accessPreview.confirmMoveClusters', t('common.save'))))
          return false;
      }
      if (change) await saveCluster(change);
    },
    onSaved: reloadAfterGroupEdit,
  });
  const { values } = form;
  const { state } = cluster;
  const search = { hostId: String(cluster.hostId) };
  return (
    <DrawerForm
      {...form.frame}
      lockedText={!isManaged && t('monSettings.notManaged')}
      rareActions={
        isManaged &&
        form.isReadOnly && (
          <TextButton icon="mdi-delete-outline" variant="subtle" color="red" onClick={onDelete}>
            {t('monSettings.deleteTitle')}
          </TextButton>
        )
      }
      actions={
        <EditActions {...form.editing} mayEdit={isManaged}>
          <TextButton onClick={() => void onClose()}>{t('common.close')}</TextButton>
        </EditActions>
      }
    >
      <nav className={classes.links} aria-label={t('monSettings.links')}>
        {isManaged && (
          <Link to="/setting/host/agent-install" search={search}>
            <Icon name="mdi-download-network-outline" /> {t('routes.settingHostAgentInstall')}
          </Link>
        )}
        <Link to="/setting/alarm/cluster-item" search={search}>
          <Icon name="mdi-bell-cog-outline" /> {t('monSettings.alarmSetting')}
        </Link>
        <Link to="/setting/mon/node-list" search={search}>
          <Icon name="mdi-server" /> {t('routes.settingMonNodeList')}
        </Link>
        <Link to="/mon/summary" search={search}>
          <Icon name="mdi-arrow-right" /> {t('monSettings.toMonitoring')}
        </Link>
      </nav>
      <FormRows>
        <TextFieldRow label={t('clusterFields.name')} saved={cluster.name} {...form.row('name')} required>
          <NameField {...form.input('name')} autoFocus />
        </TextFieldRow>
        <TextFieldRow
          label={t('clusterFields.metaGroup')}
          saved={cluster.metaGroupName}
          {...form.row('metaGroupId')}
          required
        >
          <MetaGroupSelect
            managed={managed}
            {...form.input('metaGroupId')}
            onChange={(id) => {
              if (id === null) return;
              const { subGroupId } = id === cluster.metaGroupId ? cluster : preselectedGroups(managed, id);
              form.change({ metaGroupId: id, subGroupId });
            }}
          />
        </TextFieldRow>
        <TextFieldRow
          label={t('clusterFields.subGroup')}
          saved={cluster.subGroupName}
          {...form.row('subGroupId')}
          required
        >
          <SubGroupSelect
            metaGroup={managed.find(({ metaGroupId }) => metaGroupId === values.metaGroupId)}
            {...form.input('subGroupId')}
          />
        </TextFieldRow>
        <TextFieldRow
          label={t('clusterFields.template')}
          saved={cluster.alarmTemplateName}
          {...form.row('alarmTemplateId')}
          required
        >
          <TemplateSelect {...form.input('alarmTemplateId')} />
        </TextFieldRow>
        <FormRow
          label={t('monSettings.watch')}
          {...form.row('isMonitored')}
          readOnlyValue={<StateCell {...watchAppearance(cluster.isMonitored, t)} />}
          hint={t('monSettings.watchHint')}
        >
          <Switch label={watchAppearance(values.isMonitored, t).label} {...form.flag('isMonitored')} />
        </FormRow>
        <ValueRow label={t('monSettings.kubernetesVersion')}>{state.kubernetesVersion ?? '-'}</ValueRow>
        <ValueRow label={t('monSettings.agentVersion')}>{state.agentVersionList.join(', ') || '-'}</ValueRow>
        <ValueRow label={t('monSettings.lastBatch')}>
          {state.dataAt === null ? t('monSettings.never') : formatTimestamp(state.dataAt)}
        </ValueRow>
        <ValueRow label={t('monSettings.createdAt')}>{formatTimestamp(cluster.createdAt)}</ValueRow>
      </FormRows>
    </DrawerForm>
  );
}

interface ClusterDrawerProps {
  readonly actor: Actor;
  readonly hostId: number;
  readonly onDelete: (cluster: Cluster) => void;
  /** Changes the address; with unsaved changes the page asks first. */
  readonly onClose: () => Promise<void>;
}

export function ClusterDrawer({ actor, hostId, onDelete, onClose }: ClusterDrawerProps) {
  const t = useT();
  const query = useQuery(apiQuery(getCluster, { params: { hostId } }, { staleMs: 0 }));
  const { data } = query;
  return (
    <SideDrawer
      title={data ? <bdi className={classes.drawerTitle}>{data.name}</bdi> : t('monSettings.detail')}
      onClose={() => void onClose()}
    >
      <Loaded query={query} failedTitle={t('monSettings.detailFailed')} lines={8}>
        {(data) => (
          <ClusterEditor actor={actor} cluster={data} onDelete={() => onDelete(data)} onClose={onClose} />
        )}
      </Loaded>
    </SideDrawer>
  );
}
