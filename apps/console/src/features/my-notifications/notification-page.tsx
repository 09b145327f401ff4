import { savePushSetting } from '@gwanje/contract/alarms/push';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel, SkeletonPage } from '@gwanje/ui/panel';
import { MultiSelect, NativeSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { DeviceTable } from './device-table.tsx';
import classes from './notifications.module.css';
import { type PushSetting, pushSettingQuery, reloadPushSetting } from './push-setting.ts';
import { QuietHours } from './quiet-hours.tsx';
import { ThisDevice } from './this-device.tsx';

export function NotificationPage() {
  const t = useT();
  const query = useQuery(pushSettingQuery);
  if (query.isPending) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      <PageHeader title={t('routes.myNotifications')} />
      {query.data ? (
        <>
          <p className={classes.lead}>{t('notifications.lead')}</p>
          <div className={classes.parts}>
            <ThisDevice setting={query.data} onChanged={reloadPushSetting} />
            <Choice setting={query.data} />
          </div>
          <DeviceTable query={query} devices={query.data.deviceList} onChanged={reloadPushSetting} />
        </>
      ) : (
        <Panel>
          <LoadFailed title={t('notifications.failed')} query={query} />
        </Panel>
      )}
    </>
  );
}

type Body = BodyIn<typeof savePushSetting>;

/** Each change is saved at once, because it concerns only the person who makes it. */
function Choice({ setting }: { readonly setting: PushSetting }) {
  const t = useT();
  const mayChange = useMayChange();
  const groups = useGroups((state) => state.groupNameList);
  const { minLevel, sendsRecovery, quietHours, forSubGroupIdList } = setting;
  const { save, isSaving } = useSave({
    save: (body: Body) => call(savePushSetting, { body }),
    onSaved: reloadPushSetting,
    onFailed: reloadPushSetting,
  });
  // Saved with the first chosen group: a list without groups would mean that nothing comes.
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (patch: Partial<Body>) =>
    save({ minLevel, sendsRecovery, quietHours, forSubGroupIdList, ...patch });
  const isForSome = forSubGroupIdList !== null || isChoosing;
  const isDisabled = !mayChange || isSaving;

  function chooseSome(isOn: boolean): void {
    setIsChoosing(isOn);
    if (!isOn && forSubGroupIdList !== null) change({ forSubGroupIdList: null });
  }
  function chooseGroups(ids: readonly string[]): void {
    setIsChoosing(ids.length === 0);
    change({ forSubGroupIdList: ids.length === 0 ? null : ids.map(Number) });
  }

  return (
    <Panel title={t('notifications.which')} note={t('notifications.whichNote')}>
      <FormRows>
        <FormRow label={t('notifications.level')} inputId="push-level">
          <NativeSelect
            id="push-level"
            className={classes.level ?? ''}
            disabled={isDisabled}
            value={String(minLevel)}
            data={(['5', '1'] as const).map((value) => ({
              value,
              label: t(`notifications.levels.${value}`),
            }))}
            onChange={(event) => change({ minLevel: event.currentTarget.value === '1' ? 1 : 5 })}
          />
        </FormRow>
        <FormRow label={t('notifications.recovery')}>
          <Switch
            disabled={isDisabled}
            checked={sendsRecovery}
            label={t('notifications.recoveryLabel')}
            onChange={(event) => change({ sendsRecovery: event.currentTarget.checked })}
          />
        </FormRow>
        <QuietHours
          quietHours={quietHours}
          hasEffect={minLevel < alarmLevels.critical}
          isDisabled={isDisabled}
          onChange={(hours) => change({ quietHours: hours })}
        />
        <FormRow
          label={t('notifications.groups')}
          hint={isForSome ? undefined : t('notifications.allGroups')}
        >
          <Switch
            disabled={isDisabled}
            checked={isForSome}
            label={t('notifications.someGroups')}
            onChange={(event) => chooseSome(event.currentTarget.checked)}
          />
          {isForSome && (
            <MultiSelect
              className={classes.groups ?? ''}
              disabled={isDisabled}
              aria-label={t('notifications.groups')}
              placeholder={forSubGroupIdList?.length ? '' : t('notifications.groupsHint')}
              data={groups.map(({ metaGroupName, subGroupNameList }) => ({
                group: metaGroupName,
                items: subGroupNameList.map(({ subGroupId, subGroupName }) => ({
                  value: String(subGroupId),
                  label: subGroupName,
                })),
              }))}
              value={(forSubGroupIdList ?? []).map(String)}
              onChange={chooseGroups}
              openOnFocus={false}
              searchable
            />
          )}
        </FormRow>
      </FormRows>
    </Panel>
  );
}
