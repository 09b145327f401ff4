import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Cluster } from '@gwanje/contract/clusters/clusters';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Actor } from '@gwanje/domain/permissions';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { DrawerActions } from '#components/dialogs/drawer-actions.tsx';
import { DrawerForm } from '#components/dialogs/drawer-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import {
  type FieldErrors,
  NAME_REASONS,
  nameError,
  serverFieldErrors,
} from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { confirmDiscard, useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import { MetaGroupSelect, onlyGroup, SubGroupSelect } from '#entities/clusters/group-selects.tsx';
import { TemplateSelect } from '#entities/clusters/template-select.tsx';
import classes from '../mon-settings.module.css';
import { watchAppearance } from '../watch-columns.tsx';
import { type ClusterDraft, clusterChange, draftOf, saveCluster } from './save-clusters.ts';

interface ClusterEditorProps {
  readonly actor: Actor;
  readonly cluster: Cluster;
  readonly onDelete: () => void;
  readonly onClose: () => Promise<void>;
}

type ClusterField = 'name' | 'metaGroupId' | 'subGroupId' | 'alarmTemplateId';
const FIELD_REASONS = { name: NAME_REASONS, metaGroupId: {}, subGroupId: {}, alarmTemplateId: {} } as const;

/** Read-only until 수정. */
export function ClusterEditor({ actor, cluster, onDelete, onClose }: ClusterEditorProps) {
  const t = useT();
  const fieldId = useId();
  const managed = useManagedMetaGroups(actor);
  const isManaged = managed.some(({ metaGroupId }) => metaGroupId === cluster.metaGroupId);
  const [isEditing, setIsEditing] = useState(false);
  const [draft, setDraft] = useState<ClusterDraft>(() => draftOf(cluster));
  const { faults, setFaults, attempt, refuse } = useFaults<ClusterField>({});
  const [isBusy, run] = useBusy();
  const isReadOnly = !isEditing;
  const isDirty =
    isEditing && (clusterChange(cluster, draft) !== null || draft.metaGroupId !== cluster.metaGroupId);
  useUnsavedGuard(isDirty);

  function begin() {
    setDraft(draftOf(cluster));
    setFaults({});
    setIsEditing(true);
  }

  function change(patch: Partial<ClusterDraft>, field?: ClusterField) {
    setDraft({ ...draft, ...patch });
    if (field === undefined) return;
    const { [field]: _repaired, ...others } = faults;
    setFaults(others as FieldErrors<ClusterField>);
  }

  async function cancel(): Promise<void> {
    if (!isDirty || (await confirmDiscard())) setIsEditing(false);
  }

  async function save(): Promise<void> {
    const fault = nameError(draft.name);
    if (fault) return refuse({ name: fault });
    if (draft.subGroupId === null) return refuse({ subGroupId: 'clusterFields.subGroupRequired' });
    const wanted = clusterChange(cluster, draft);
    try {
      if (wanted?.subGroupId !== undefined) {
        const { hostId, subGroupId } = wanted;
        const move = { kind: 'moveClusters' as const, clusterList: [{ hostId, subGroupId }] };
        if (!(await confirmAccessChange(move, 'accessPreview.confirmMoveClusters', t('common.save')))) return;
      }
      if (wanted) await saveCluster(wanted);
    } catch (error) {
      const refused = serverFieldErrors(error, FIELD_REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
      return;
    }
    setIsEditing(false);
    await reloadAfterGroupEdit();
  }

  const { state } = cluster;
  return (
    <DrawerForm
      attempt={attempt}
      lockedText={!isManaged && t('monSettings.notManaged')}
      onSubmit={() => isEditing && void run(save)}
      actions={
        <DrawerActions
          before={
            isManaged &&
            !isEditing && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<Icon name="mdi-delete-outline" />}
                disabled={isBusy}
                onClick={onDelete}
              >
                {t('monSettings.deleteTitle')}
              </Button>
            )
          }
        >
          <EditActions
            isEditing={isEditing}
            isBusy={isBusy}
            mayEdit={isManaged}
            onBegin={begin}
            onCancel={cancel}
          >
            <Button variant="default" onClick={() => void onClose()}>
              {t('common.close')}
            </Button>
          </EditActions>
        </DrawerActions>
      }
    >
      <nav className={classes.links} aria-label={t('monSettings.links')}>
        {isManaged && (
          <Link to="/setting/host/agent-install/aks" search={{ hostId: String(cluster.hostId) }}>
            <Icon name="mdi-download-network-outline" /> {t('routes.settingHostAgentInstall')}
          </Link>
        )}
        <Link to="/setting/alarm/cluster-item" search={{ hostId: String(cluster.hostId) }}>
          <Icon name="mdi-bell-cog-outline" /> {t('monSettings.alarmSetting')}
        </Link>
        <Link to="/setting/mon/node-list" search={{ hostId: String(cluster.hostId) }}>
          <Icon name="mdi-server" /> {t('routes.settingMonNodeList')}
        </Link>
        <Link to="/mon/summary" search={{ hostId: String(cluster.hostId) }}>
          <Icon name="mdi-arrow-right" /> {t('monSettings.toMonitoring')}
        </Link>
      </nav>
      <FormRows>
        <FormRow
          label={t('clusterFields.name')}
          inputId={`${fieldId}-name`}
          required
          isReadOnly={isReadOnly}
          readOnlyValue={<ReadOnlyText label={t('clusterFields.name')} value={cluster.name} />}
        >
          <NameField
            id={`${fieldId}-name`}
            value={draft.name}
            error={faults.name && t(faults.name)}
            onChange={(name) => change({ name }, 'name')}
            autoFocus
          />
        </FormRow>
        <FormRow
          label={t('clusterFields.metaGroup')}
          inputId={`${fieldId}-meta`}
          required
          isReadOnly={isReadOnly}
          readOnlyValue={<ReadOnlyText label={t('clusterFields.metaGroup')} value={cluster.metaGroupName} />}
        >
          <MetaGroupSelect
            id={`${fieldId}-meta`}
            managed={managed}
            value={draft.metaGroupId}
            error={faults.metaGroupId && t(faults.metaGroupId)}
            onChange={(id) => {
              if (id === null) return;
              const { subGroupId } = onlyGroup(managed, id);
              const isBack = id === cluster.metaGroupId;
              change(
                { metaGroupId: id, subGroupId: isBack ? cluster.subGroupId : subGroupId },
                'metaGroupId',
              );
            }}
          />
        </FormRow>
        <FormRow
          label={t('clusterFields.subGroup')}
          inputId={`${fieldId}-sub`}
          required
          isReadOnly={isReadOnly}
          readOnlyValue={<ReadOnlyText label={t('clusterFields.subGroup')} value={cluster.subGroupName} />}
        >
          <SubGroupSelect
            id={`${fieldId}-sub`}
            metaGroup={managed.find(({ metaGroupId }) => metaGroupId === draft.metaGroupId)}
            value={draft.subGroupId}
            error={faults.subGroupId && t(faults.subGroupId)}
            onChange={(subGroupId) => change({ subGroupId }, 'subGroupId')}
          />
        </FormRow>
        <FormRow
          label={t('clusterFields.template')}
          inputId={`${fieldId}-template`}
          required
          isReadOnly={isReadOnly}
          readOnlyValue={
            <ReadOnlyText label={t('clusterFields.template')} value={cluster.alarmTemplateName} />
          }
        >
          <TemplateSelect
            id={`${fieldId}-template`}
            value={draft.alarmTemplateId}
            error={faults.alarmTemplateId && t(faults.alarmTemplateId)}
            onChange={(id) => id !== null && change({ alarmTemplateId: id }, 'alarmTemplateId')}
          />
        </FormRow>
        <FormRow
          label={t('monSettings.watch')}
          inputId={`${fieldId}-watch`}
          isReadOnly={isReadOnly}
          readOnlyValue={<StateCell {...watchAppearance(cluster.isMonitored, t)} />}
          hint={t('monSettings.watchHint')}
        >
          <Switch
            id={`${fieldId}-watch`}
            label={watchAppearance(draft.isMonitored, t).label}
            checked={draft.isMonitored}
            onChange={(event) => change({ isMonitored: event.currentTarget.checked })}
          />
        </FormRow>
        <FormRow
          label={t('monSettings.kubernetesVersion')}
          isReadOnly
          readOnlyValue={state.kubernetesVersion ?? '-'}
        />
        <FormRow
          label={t('monSettings.agentVersion')}
          isReadOnly
          readOnlyValue={state.agentVersionList.join(', ') || '-'}
        />
        <FormRow
          label={t('monSettings.lastBatch')}
          isReadOnly
          readOnlyValue={state.dataAt === null ? t('monSettings.never') : formatTimestamp(state.dataAt)}
        />
        <FormRow
          label={t('monSettings.createdAt')}
          isReadOnly
          readOnlyValue={formatTimestamp(cluster.createdAt)}
        />
      </FormRows>
    </DrawerForm>
  );
}
