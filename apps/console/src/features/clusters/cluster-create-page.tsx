import './cluster-messages.ts';
import { insertCluster } from '@gwanje/contract/clusters/clusters';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { type Actor, may } from '@gwanje/domain/permissions';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { type FieldErrors, serverFieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { saveGroupSelection } from '#core/groups/groups.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor, useMayChange } from '#core/session/session-store.ts';
import { ReadOnlyNotice } from '#core/session/write-access.tsx';
import { templatesQuery } from '#entities/clusters/cluster-queries.ts';
import { MetaGroupSelect, onlyGroup, SubGroupSelect } from '#entities/clusters/group-selects.tsx';
import { TemplateSelect } from '#entities/clusters/template-select.tsx';
import { CLUSTER_REASONS, type ClusterDraft, type ClusterField, clusterBody } from './cluster-form.ts';
import classes from './clusters.module.css';
import { useClusterPath } from './use-cluster-path.tsx';

export function ClusterCreatePage() {
  const user = useActor();
  return user && <ClusterCreate actor={user} />;
}

function ClusterCreate({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const path = useClusterPath();
  const managed = useManagedMetaGroups(actor);
  const hasGroups = managed.some(({ subGroupNameList }) => subGroupNameList.length > 0);
  const { loaded } = useGroups();
  const mayChange = useMayChange();
  return (
    <>
      <SettingsHeader title={t('routes.settingHostClusterCreate')} path={path} />
      {!mayChange ? (
        <ReadOnlyNotice />
      ) : loaded && !hasGroups ? (
        <NoGroups actor={actor} hasMetaGroup={managed.length > 0} />
      ) : (
        <CreateForm managed={managed} />
      )}
    </>
  );
}

/** A cluster needs a sub group, and a sub group a meta group. The page offers the missing one. */
function NoGroups({ actor, hasMetaGroup }: { readonly actor: Actor; readonly hasMetaGroup: boolean }) {
  const t = useT();
  const mayCreate = hasMetaGroup || may(actor, 'metaGroup.create');
  return (
    <Panel>
      <EmptyState
        icon="mdi-folder-plus-outline"
        title={t(hasMetaGroup ? 'clusters.noSubGroups' : 'clusters.noGroups')}
        text={t(
          hasMetaGroup
            ? 'clusters.noSubGroupsText'
            : mayCreate
              ? 'clusters.noGroupsText'
              : 'clusters.noGroupsAsk',
        )}
        actions={
          mayCreate && (
            <Button
              component={Link}
              to={hasMetaGroup ? '/setting/group/sub-list' : '/setting/group/meta-list'}
              leftSection={<Icon name="mdi-plus" />}
            >
              {t(hasMetaGroup ? 'clusters.toSubGroups' : 'clusters.toGroups')}
            </Button>
          )
        }
      />
    </Panel>
  );
}

function CreateForm({ managed }: { readonly managed: ReturnType<typeof useManagedMetaGroups> }) {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useAddress();
  const fieldId = useId();
  const { data: templates } = useQuery(templatesQuery);
  const [changed, setChanged] = useState<Partial<ClusterDraft>>({});
  const { faults, setFaults, attempt, refuse } = useFaults<ClusterField>({});
  const [isBusy, run] = useBusy();
  const letPass = useUnsavedGuard(Object.keys(changed).length > 0);

  const asked = {
    metaGroupId: parseIdText(search.metaGroupId) ?? null,
    subGroupId: parseIdText(search.subGroupId),
  };
  const metaGroupId = changed.metaGroupId ?? onlyGroup(managed, asked.metaGroupId).metaGroupId;
  const metaGroup = managed.find((group) => group.metaGroupId === metaGroupId);
  const offered = metaGroup?.subGroupNameList.find(({ subGroupId }) => subGroupId === asked.subGroupId);
  const draft: ClusterDraft = {
    name: '',
    subGroupId: offered?.subGroupId ?? onlyGroup(managed, metaGroupId).subGroupId,
    // The product's own template comes first, so that a cluster has alarms even if the user chooses none.
    alarmTemplateId:
      templates?.list.toSorted((a, b) => a.alarmTemplateId - b.alarmTemplateId)[0]?.alarmTemplateId ?? null,
    ...changed,
    metaGroupId,
  };

  function change(patch: Partial<ClusterDraft>, field: ClusterField) {
    setChanged({ ...changed, ...patch });
    const { [field]: _repaired, ...others } = faults;
    setFaults(others as FieldErrors<ClusterField>);
  }

  async function create(): Promise<void> {
    const made = clusterBody(draft);
    if ('faults' in made) return refuse(made.faults);
    try {
      const { hostId } = await call(insertCluster, { body: made.body });
      letPass();
      await show(made.body.subGroupId);
      await navigate({ to: '/setting/host/agent-install/aks', search: { hostId: String(hostId) } });
    } catch (error) {
      const refused = serverFieldErrors(error, CLUSTER_REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
    }
  }

  /** A cluster's page opens only while its group is selected. */
  async function show(subGroupId: number): Promise<void> {
    const { selectedSubGroupIds } = useGroups.getState();
    if (!selectedSubGroupIds.includes(subGroupId))
      await saveGroupSelection([...selectedSubGroupIds, subGroupId]);
    await reloadAfterGroupEdit();
  }

  return (
    <CheckedForm className={classes.narrow} attempt={attempt} onSubmit={() => void run(create)}>
      <Panel title={t('clusters.identity')} note={t('clusters.identityNote')}>
        <FormRows>
          <FormRow
            label={t('clusterFields.name')}
            inputId={`${fieldId}-name`}
            hint={t('clusterFields.nameHint')}
            required
          >
            <NameField
              id={`${fieldId}-name`}
              value={draft.name}
              error={faults.name && t(faults.name)}
              onChange={(name) => change({ name }, 'name')}
              autoFocus
            />
          </FormRow>
          <FormRow label={t('clusterFields.metaGroup')} inputId={`${fieldId}-meta`} required>
            <MetaGroupSelect
              id={`${fieldId}-meta`}
              managed={managed}
              value={draft.metaGroupId}
              error={faults.metaGroupId && t(faults.metaGroupId)}
              onChange={(id) => {
                const { subGroupId } = onlyGroup(managed, id);
                change({ metaGroupId: id, subGroupId }, 'metaGroupId');
              }}
            />
          </FormRow>
          <FormRow label={t('clusterFields.subGroup')} inputId={`${fieldId}-sub`} required>
            <SubGroupSelect
              id={`${fieldId}-sub`}
              metaGroup={metaGroup}
              value={draft.subGroupId}
              error={faults.subGroupId && t(faults.subGroupId)}
              onChange={(subGroupId) => change({ subGroupId }, 'subGroupId')}
            />
          </FormRow>
          <FormRow
            label={t('clusterFields.template')}
            inputId={`${fieldId}-template`}
            hint={t('clusterFields.templateHint')}
            required
          >
            <TemplateSelect
              id={`${fieldId}-template`}
              value={draft.alarmTemplateId}
              error={faults.alarmTemplateId && t(faults.alarmTemplateId)}
              onChange={(alarmTemplateId) => change({ alarmTemplateId }, 'alarmTemplateId')}
            />
          </FormRow>
        </FormRows>
        <div className={classes.formActions}>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void navigate({ to: '/setting/mon/cluster-list', search: {} })}
          >
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} leftSection={<Icon name="mdi-check" />}>
            {t('clusters.create')}
          </Button>
        </div>
      </Panel>
    </CheckedForm>
  );
}
