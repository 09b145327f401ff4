import { type AlarmTarget, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import { Chip } from '@gwanje/ui/chip';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { isEditConflict, showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { confirmDiscard, useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { queryClient } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { showEditConflict } from '#entities/alarm-items/edit-conflict.ts';
import { ItemsEditor } from '#entities/alarm-items/items-editor.tsx';
import { useItemsForm } from '#entities/alarm-items/use-items-form.ts';
import { type SettingInfo, settingCalls } from './alarm-setting-calls.ts';
import { ClusterChooser } from './cluster-chooser.tsx';
import { EventAlarmsPanel } from './event-alarms-panel.tsx';
import { IdentityStrip } from './identity-strip.tsx';

interface SettingDetailProps {
  readonly target: AlarmTarget;
  readonly id: number;
  readonly info: SettingInfo;
}

/** The monitoring switch and the alarm items are one form: read-only until 수정, saved together. */
export function SettingDetail({ target, id, info }: SettingDetailProps) {
  const t = useT();
  const mayChange = useMayChange();
  const address = useAddress();
  const ownOrigin = target === 'cluster' ? 'cluster' : 'object';
  const [isEditing, setIsEditing] = useState(false);
  /** The version of the settings on screen. */
  const [version, setVersion] = useState(info.version);
  const [isMonitored, setIsMonitored] = useState(info.isMonitored);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, run] = useBusy();
  const firstTarget = alarmTargets.find((one) => one === address.search.view) ?? target;
  const form = useItemsForm(info.itemList, isEditing, ownOrigin, firstTarget);
  const isWatchChanged = isMonitored !== info.isMonitored;
  const isDirty = isEditing && (form.changed.length > 0 || isWatchChanged);
  useUnsavedGuard(isDirty);
  const calls = settingCalls[target];

  function begin() {
    form.begin(info.itemList);
    setVersion(info.version);
    setIsMonitored(info.isMonitored);
    setIsEditing(true);
  }

  async function cancel(): Promise<void> {
    if (!isDirty || (await confirmDiscard())) setIsEditing(false);
  }

  async function save(): Promise<void> {
    if (!form.check()) return setAttempt(attempt + 1);
    try {
      if (form.changed.length > 0) await calls.save(id, { settings: form.settings(), version });
      if (isWatchChanged) await calls.watch(id, isMonitored);
    } catch (error) {
      if (isEditConflict(error)) return mergeServerVersion();
      await showFailure(error);
      await refresh();
      return;
    }
    await refresh();
    setIsEditing(false);
  }

  /** Loads the stored settings and applies the typed changes on top of them. */
  async function mergeServerVersion(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...calls.query(id), staleTime: 0 });
    form.rebase(now.itemList);
    setVersion(now.version);
    await showEditConflict();
  }

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: calls.query(id).queryKey });
  }

  function showTarget(next: AlarmTarget) {
    form.setTarget(next);
    // With unsaved changes, a change of the address would count as leaving the page.
    if (!isDirty) void address.change({ view: next === target ? undefined : next }, { replace: true });
  }

  return (
    <CheckedForm attempt={attempt} onSubmit={() => isEditing && void run(save)}>
      <SettingsHeader
        title={info.name}
        path={[
          {
            id: 'clusters',
            link: (
              <Link to="/setting/alarm/cluster-item" search={{ hostId: String(info.hostId) }}>
                {t('alarmSettings.title')}
              </Link>
            ),
          },
          ...(target === 'cluster'
            ? []
            : [
                {
                  id: 'cluster',
                  link: (
                    <Link
                      to="/setting/alarm/cluster-item"
                      search={{ hostId: String(info.hostId), view: target }}
                    >
                      <bdi>{info.clusterName}</bdi>
                    </Link>
                  ),
                },
              ]),
        ]}
        marks={
          !(info.isChangeable && mayChange) && (
            <span title={t('alarmSettings.notChangeableText')}>
              <Chip colour="grey" icon="mdi-eye-outline">
                {t('alarmSettings.notChangeable')}
              </Chip>
            </span>
          )
        }
        actions={
          <>
            {target === 'cluster' && !isEditing && <ClusterChooser hostId={info.hostId} />}
            {info.isChangeable && (
              <EditActions isEditing={isEditing} isBusy={isBusy} onBegin={begin} onCancel={cancel} />
            )}
          </>
        }
      />
      <IdentityStrip
        target={target}
        info={info}
        ownCnt={form.entries.filter(({ origin }) => origin === ownOrigin).length}
        isReadOnly={!isEditing}
        isMonitored={isEditing ? isMonitored : info.isMonitored}
        onMonitored={setIsMonitored}
      />
      <ItemsEditor
        form={form}
        ownOrigin={ownOrigin}
        isReadOnly={!isEditing}
        onTarget={showTarget}
        after={target === 'cluster' && <EventAlarmsPanel hostId={info.hostId} />}
      />
    </CheckedForm>
  );
}
