import { type AlarmSettings, type AlarmTarget, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import { getClusterAlarmSetting, updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { kinds } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { callWith } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { type PlainKey, useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { changedKeys, NO_CHANGES, ownSettings } from '#entities/alarm-items/item-draft.ts';
import { ItemsEditor } from '#entities/alarm-items/items-editor.tsx';
import { useItemsForm } from '#entities/alarm-items/use-items-form.ts';
import { Facts } from '#entities/object-page/panels/facts.tsx';
import { EventAlarmsPanel } from './event-alarms-panel.tsx';
import classes from './settings.module.css';
import '#entities/alarm-items/alarm-item-messages.ts';

export function AlarmSettingPage({ target, titleKey }: { target: AlarmTarget; titleKey: PlainKey }) {
  const t = useT();
  const { idName, query: queryOf } = settingCalls(target);
  const id = parseIdText(useAddress().search[idName]);
  const query = useQuery({ ...queryOf(id ?? 0), enabled: id !== undefined });
  return (
    <LoadedPage query={query} title={t(titleKey)} failedTitle={t('alarmSettings.failed')}>
      {(info) => id && <SettingDetail key={`${target} ${id}`} target={target} id={id} info={info} />}
    </LoadedPage>
  );
}

/** The monitoring switch and the alarm items are one form: read-only until 수정, saved together. */
function SettingDetail({ target, id, info }: { target: AlarmTarget; id: number; info: SettingInfo }) {
  const t = useT();
  const mayChange = useMayChange();
  const address = useAddress();
  const ownOrigin = target === 'cluster' ? 'cluster' : 'object';
  const calls = settingCalls(target);
  const form = useEditForm({
    initialValues: valuesOf(info),
    isChanged: ({ base, draft, isMonitored }) =>
      changedKeys(base.itemList, draft, ownOrigin).length > 0 || isMonitored !== base.isMonitored,
    startsReadOnly: true,
    validate: () => ({ draft: items.check() ? undefined : 'alarmItems.invalid' }),
    reasons: { draft: {} },
    save: async ({ base: { itemList, version, ...base }, draft, isMonitored }) => {
      if (changedKeys(itemList, draft, ownOrigin).length > 0)
        await calls.save(id, { settings: ownSettings(itemList, draft, ownOrigin), version });
      if (isMonitored !== base.isMonitored) await calls.watch(id, isMonitored);
    },
    conflict: {
      reload: async () => valuesOf(await queryClient.fetchQuery({ ...calls.query(id), staleTime: 0 })),
      // Overwrites only the fields that the user changed.
      overwrite: (mine, { base: { itemList, version } }) => ({
        ...mine,
        base: { ...mine.base, itemList, version },
      }),
    },
    onSaved: refresh,
    onFailed: refresh,
  });
  const isEditing = !form.isReadOnly;
  const { base, draft, isMonitored } = form.values;
  const items = useItemsForm({
    entries: (isEditing ? base : info).itemList,
    draft: isEditing ? draft : NO_CHANGES,
    ownOrigin,
    firstTarget: alarmTargets.find((one) => one === address.search.view) ?? target,
    onChange: (changed) => form.change({ draft: changed }),
  });

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: calls.query(id).queryKey });
  }

  function showTarget(next: AlarmTarget) {
    items.setTarget(next);
    // With unsaved changes, a new address would ask the user whether to leave the page.
    if (!form.isDirty) void address.change({ view: next === target ? undefined : next }, { replace: true });
  }

  return (
    <CheckedForm attempt={form.frame.attempt} onSubmit={form.submit}>
      <SettingsHeader
        title={info.name}
        path={[
          {
            to: '/setting/alarm/cluster-item',
            search: { hostId: String(info.hostId) },
            label: t('alarmSettings.title'),
          },
          ...(target === 'cluster'
            ? []
            : [
                {
                  to: '/setting/alarm/cluster-item',
                  search: { hostId: String(info.hostId), view: target },
                  label: info.clusterName,
                },
              ]),
        ]}
        readOnlyMark={
          !(info.isChangeable && mayChange) && {
            label: t('alarmSettings.notChangeable'),
            reason: t('alarmSettings.notChangeableText'),
          }
        }
        actions={
          <>
            {target === 'cluster' && !isEditing && <ClusterChooser hostId={info.hostId} />}
            {info.isChangeable && <EditActions {...form.editing} />}
          </>
        }
      />
      <IdentityStrip
        target={target}
        info={info}
        ownCnt={items.entries.filter(({ origin }) => origin === ownOrigin).length}
        isReadOnly={!isEditing}
        isMonitored={isEditing ? isMonitored : info.isMonitored}
        onMonitored={(isOn) => form.change({ isMonitored: isOn })}
      />
      <ItemsEditor
        form={items}
        isReadOnly={!isEditing}
        onTarget={showTarget}
        after={target === 'cluster' && <EventAlarmsPanel hostId={info.hostId} />}
      />
    </CheckedForm>
  );
}

function valuesOf(base: SettingInfo) {
  return { base, draft: NO_CHANGES, isMonitored: base.isMonitored };
}

function ClusterChooser({ hostId }: { hostId: number }) {
  const t = useT();
  const address = useAddress();
  const clusterList = useClusters((state) => state.clusterList);
  return (
    <Select<number>
      className={classes.chooser ?? ''}
      aria-label={t('alarmSettings.chooseCluster')}
      leftSection={<Icon name="mdi-kubernetes" />}
      data={clusterList.map((cluster) => ({ value: Number(cluster.hostId), label: cluster.name }))}
      value={hostId}
      onChange={(next) => {
        if (next !== null && next !== hostId) void address.change({ hostId: String(next) });
      }}
      allowDeselect={false}
      nothingFoundMessage={t('alarmSettings.noClusterMatch')}
      searchable
    />
  );
}

interface IdentityStripProps {
  readonly target: AlarmTarget;
  readonly info: SettingInfo;
  readonly ownCnt: number;
  readonly isReadOnly: boolean;
  readonly isMonitored: boolean;
  readonly onMonitored: (isMonitored: boolean) => void;
}

function IdentityStrip(props: IdentityStripProps) {
  const { target, info, ownCnt, isReadOnly, isMonitored, onMonitored } = props;
  const { t, language } = useTexts();
  const template = (
    <Link to="/setting/alarm-template" search={{ alarmTemplateId: String(info.alarmTemplateId) }}>
      <bdi>{info.alarmTemplateName}</bdi>
    </Link>
  );
  const watch = (
    <span className={classes.watch}>
      <Switch
        size="xs"
        aria-label={t('alarmSettings.watch')}
        checked={isMonitored}
        onChange={({ currentTarget: { checked } }) => {
          if (!refuseWhileReadOnly(isReadOnly)) onMonitored(checked);
        }}
      />
      {isMonitored ? (
        t('alarmSettings.watched')
      ) : (
        <Chip colour="grey" icon="mdi-eye-off-outline" label={t('alarmSettings.unwatched')} />
      )}
    </span>
  );
  return (
    <Facts
      style={classes}
      list={[
        [t('alarmSettings.kind'), kinds[target].labels[language]],
        target !== 'cluster' && [t('alarmSettings.cluster'), info.clusterName],
        info.namespace !== null && [t('alarmSettings.namespace'), info.namespace],
        [t('alarmSettings.template'), template],
        [t('alarmSettings.own'), t('alarmSettings.ownItems', { cnt: ownCnt })],
        [
          t('alarmSettings.changedAt'),
          info.changedAt === null ? t('alarmSettings.never') : formatTimestamp(info.changedAt),
        ],
        [t('alarmSettings.watch'), watch],
      ]}
    />
  );
}

type SettingInfo = ResponseOf<typeof getClusterAlarmSetting>;

interface Update {
  readonly settings: AlarmSettings;
  readonly version: number;
}

/** No reload when the user goes back and forth; other users' changes appear after this time. */
const fresh = { staleMs: 5_000 };

const calls = { ...callsOfKinds, getClusterAlarmSetting, updateClusterAlarmSetting, updateClusters };

type Reading = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<SettingInfo>>;

/** The requests that load and save the settings of a target. */
function settingCalls(target: AlarmTarget) {
  const name = capitalised(target);
  const { idName } = kinds[target];
  const get: Reading = calls[`get${name}AlarmSetting`];
  const update: Endpoint = calls[`update${name}AlarmSetting`];
  const updateObjects: Endpoint = calls[`update${name}s`];
  return {
    idName,
    query: (id: number) => apiQuery(get, { params: { [idName]: id } }, fresh),
    save: (id: number, body: Update) => callWith(update, { params: { [idName]: id }, body }),
    watch: (id: number, isMonitored: boolean) =>
      callWith(updateObjects, { body: [{ [idName]: id, isMonitored }] }),
  };
}
