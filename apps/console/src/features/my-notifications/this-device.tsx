import { type PushDevice, sendTestPush } from '@gwanje/contract/alarms/push';
import { TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import {
  findThisDevice,
  pushAbility,
  type TurnOnResult,
  turnOnPush,
} from '#core/session/push-subscription.ts';
import { useMayChange } from '#core/session/session-store.ts';
import classes from './notifications.module.css';
import type { PushSetting } from './push-setting.ts';
import { turnOffDevice } from './turn-off-device.ts';

/** The device of the list that this browser is. Undefined while that is being found out; null: none. */
export function useThisDevice(devices: readonly PushDevice[]): PushDevice | null | undefined {
  const { data } = useQuery({
    queryKey: ['thisDevice', devices.map(({ endpointDigest }) => endpointDigest)],
    queryFn: async () => (await findThisDevice(devices)) ?? null,
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

interface ThisDeviceProps {
  readonly setting: PushSetting;
  readonly onChanged: () => Promise<void>;
}

/** The switch of this browser, and in words why it is off or cannot be turned on. It asks for nothing until it is clicked. */
export function ThisDevice({ setting, onChanged }: ThisDeviceProps) {
  const t = useT();
  const mayChange = useMayChange();
  const device = useThisDevice(setting.deviceList);
  const [notice, setNotice] = useState<PlainKey | null>(null);
  const ability = pushAbility();
  const { save: turn, isSaving } = useSave({
    save: async (isOn: boolean): Promise<TurnOnResult | 'off'> => {
      setNotice(null);
      if (isOn) return turnOnPush(setting.publicKey, setting.deviceList);
      if (device) await turnOffDevice(device, true);
      return 'off';
    },
    onSaved: async (result) => {
      if (result === 'refused' || result === 'noService') setNotice(`notifications.${result}`);
      await onChanged();
    },
    onFailed: onChanged,
    failureTexts: { unknownPushService: t('notifications.unknownService') },
  });
  const { save: test, isSaving: isTesting } = useSave({
    save: (pushSubscriptionId: number) => call(sendTestPush, { params: { pushSubscriptionId } }),
    onSaved: async ({ isDelivered, reason }) => {
      const isNamed = reason === 'gone' || reason === 'inside';
      setNotice(`notifications.tested.${isDelivered ? 'sent' : isNamed ? reason : 'failed'}`);
      await onChanged();
    },
  });
  const state = ability !== 'ready' ? ability : device === undefined ? 'checking' : device ? 'on' : 'off';
  return (
    <Panel title={t('notifications.thisDevice')}>
      <div className={classes.device}>
        <Switch
          size="md"
          label={t('notifications.receive')}
          checked={state === 'on'}
          disabled={!mayChange || isSaving || (state !== 'on' && state !== 'off')}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <p className={classes.state} data-state={state}>
          {t(mayChange ? `notifications.state.${state}` : 'notifications.state.readOnly')}
        </p>
        {state === 'blocked' && <p className={classes.state}>{t('notifications.unblock')}</p>}
        {state === 'on' && device && mayChange && (
          <TextButton
            icon="mdi-bell-ring-outline"
            disabled={isTesting}
            onClick={() => test(device.pushSubscriptionId)}
          >
            {t('notifications.test')}
          </TextButton>
        )}
        <p className={classes.state} role="status">
          {notice && t(notice)}
        </p>
      </div>
    </Panel>
  );
}
