import { insertCluster } from '@gwanje/contract/clusters/clusters';
import { SubGroupId } from '@gwanje/contract/definition/fields';
import { type Actor, may } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { reloadAfterGroupEdit, saveGroupSelection } from '#core/groups/groups.ts';
import { useKnowsManaged, useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useHasNoClusters } from '#core/groups/use-no-clusters.ts';
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
import { FirstSteps, MetaGroupStep, SubGroupStep } from './first-steps.tsx';

export const ClusterCreatePage = withActor(ClusterCreate);

function ClusterCreate({ actor }: { actor: Actor }) {
  const t = useT();
  const mayChange = useMayChange();
  return (
    <>
      <SettingsHeader
        title={t('routes.settingHostClusterCreate')}
        path={[{ to: '/setting/mon/cluster-list', label: t('routes.settingMonClusterList') }]}
      />
      {mayChange ? <CurrentStep actor={actor} /> : <ReadOnlyNotice />}
    </>
  );
}

/** In an empty installation the missing groups come first. Each saved step changes the groups, and so the step. */
function CurrentStep({ actor }: { actor: Actor }) {
  const managed = useManagedMetaGroups(actor);
  const isKnown = useKnowsManaged(actor);
  const { loaded } = useGroups();
  const hasNoClusters = useHasNoClusters();
  const hasGroups = managed.some(({ subGroupNameList }) => subGroupNameList.length > 0);
  if (hasGroups || !loaded || !isKnown)
    return (
      <>
        {hasNoClusters && <FirstSteps current="cluster" />}
        <CreateForm managed={managed} />
      </>
    );
  if (managed.length === 0 && !may(actor, 'metaGroup.create')) return <NoGroups />;
  return (
    <>
      <FirstSteps current={managed.length === 0 ? 'metaGroup' : 'subGroup'} />
      {managed.length === 0 ? <MetaGroupStep /> : <SubGroupStep managed={managed} />}
    </>
  );
}

/** A group admin without a group cannot go on alone. */
function NoGroups() {
  const t = useT();
  return (
    <Panel>
      <EmptyState
        icon="mdi-folder-plus-outline"
        title={t('clusters.noGroups')}
        text={t('clusters.noGroupsAsk')}
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
      await navigate({ to: '/setting/host/agent-install', search: { hostId: String(hostId) } });
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
