import { insertCluster } from '@gwanje/contract/clusters/clusters';
import { SubGroupId } from '@gwanje/contract/definition/fields';
import { type Actor, may } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { reloadAfterGroupEdit, saveGroupSelection } from '#core/groups/groups.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { ReadOnlyNotice, withActor } from '#core/session/write-access.tsx';
import { templatesQuery } from '#entities/clusters/cluster-queries.ts';
import {
  MetaGroupSelect,
  preselectedGroups,
  SubGroupSelect,
  TemplateSelect,
} from '#entities/clusters/group-selects.tsx';
import {
  CLUSTER_REASONS,
  type ClusterDraft,
  clusterBody,
  clusterErrors,
  NOTHING_CHOSEN,
} from './cluster-form.ts';
import classes from './clusters.module.css';

export const ClusterCreatePage = withActor(ClusterCreate);

function ClusterCreate({ actor }: { actor: Actor }) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const hasGroups = managed.some(({ subGroupNameList }) => subGroupNameList.length > 0);
  const { loaded } = useGroups();
  const mayChange = useMayChange();
  return (
    <>
      <SettingsHeader
        title={t('routes.settingHostClusterCreate')}
        path={[{ to: '/setting/mon/cluster-list', label: t('routes.settingMonClusterList') }]}
      />
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

/** A cluster needs a sub group, and a sub group a meta group. Links to the form of the missing group. */
function NoGroups({ actor, hasMetaGroup }: { actor: Actor; hasMetaGroup: boolean }) {
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

function CreateForm({ managed }: { managed: ReturnType<typeof useManagedMetaGroups> }) {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useAddress();
  const { data: templates } = useQuery(templatesQuery);
  const form = useEditForm({
    initialValues: NOTHING_CHOSEN,
    validate: (typed) => clusterErrors(withDefaults(typed)),
    reasons: CLUSTER_REASONS,
    save: (typed) => call(insertCluster, { body: clusterBody(withDefaults(typed)) }),
    onSaved: async ({ hostId }, typed) => {
      await show(SubGroupId.parse(withDefaults(typed).subGroupId));
      await navigate({ to: '/setting/host/agent-install/aks', search: { hostId: String(hostId) } });
    },
  });
  const draft = withDefaults(form.values);
  const metaGroup = managed.find((group) => group.metaGroupId === draft.metaGroupId);

  /** Applied on every render, because groups and templates may load after the form. */
  function withDefaults(typed: ClusterDraft): ClusterDraft {
    const metaGroupId =
      typed.metaGroupId ?? preselectedGroups(managed, parseIdText(search.metaGroupId) ?? null).metaGroupId;
    const offered = managed
      .find((group) => group.metaGroupId === metaGroupId)
      ?.subGroupNameList.find(({ subGroupId }) => subGroupId === parseIdText(search.subGroupId));
    const [ownTemplate] = templates?.list.toSorted((a, b) => a.alarmTemplateId - b.alarmTemplateId) ?? [];
    return {
      name: typed.name,
      metaGroupId,
      subGroupId:
        typed.subGroupId ?? offered?.subGroupId ?? preselectedGroups(managed, metaGroupId).subGroupId,
      // The first template is the product's own. As the default it gives every cluster alarms.
      alarmTemplateId: typed.alarmTemplateId ?? ownTemplate?.alarmTemplateId ?? null,
    };
  }

  /** Adds the group to the selection, without which the cluster's page does not open. */
  async function show(subGroupId: number): Promise<void> {
    const { selectedSubGroupIds } = useGroups.getState();
    if (!selectedSubGroupIds.includes(subGroupId))
      await saveGroupSelection([...selectedSubGroupIds, subGroupId]);
    await reloadAfterGroupEdit();
  }

  return (
    <CheckedForm className={classes.narrow} {...form.frame}>
      <Panel title={t('clusters.identity')} note={t('clusters.identityNote')}>
        <FormRows>
          <FormRow
            label={t('clusterFields.name')}
            {...form.row('name')}
            hint={t('clusterFields.nameHint')}
            required
          >
            <NameField {...form.input('name')} autoFocus />
          </FormRow>
          <FormRow label={t('clusterFields.metaGroup')} {...form.row('metaGroupId')} required>
            <MetaGroupSelect
              managed={managed}
              {...form.input('metaGroupId')}
              value={draft.metaGroupId}
              onChange={(metaGroupId) => form.change({ metaGroupId, subGroupId: null })}
            />
          </FormRow>
          <FormRow label={t('clusterFields.subGroup')} {...form.row('subGroupId')} required>
            <SubGroupSelect metaGroup={metaGroup} {...form.input('subGroupId')} value={draft.subGroupId} />
          </FormRow>
          <FormRow
            label={t('clusterFields.template')}
            {...form.row('alarmTemplateId')}
            hint={t('clusterFields.templateHint')}
            required
          >
            <TemplateSelect {...form.input('alarmTemplateId')} value={draft.alarmTemplateId} />
          </FormRow>
        </FormRows>
        <div className={classes.formActions}>
          <TextButton
            disabled={form.isSaving}
            onClick={() => void navigate({ to: '/setting/mon/cluster-list', search: {} })}
          >
            {t('common.cancel')}
          </TextButton>
          <TextButton icon="mdi-check" variant="filled" type="submit" loading={form.isSaving}>
            {t('clusters.create')}
          </TextButton>
        </div>
      </Panel>
    </CheckedForm>
  );
}
