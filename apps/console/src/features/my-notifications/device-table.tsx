import type { PushDevice } from '@gwanje/contract/alarms/push';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSave } from '#components/forms/use-save.ts';
import { time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
import classes from './notifications.module.css';
import { useThisDevice } from './this-device.tsx';
import { turnOffDevice } from './turn-off-device.ts';

interface DeviceTableProps {
  readonly query: UseQueryResult;
  readonly devices: readonly PushDevice[];
  readonly onChanged: () => Promise<void>;
}

export function DeviceTable({ query, devices, onChanged }: DeviceTableProps) {
  const t = useT();
  const here = useThisDevice(devices);
  const isHere = ({ pushSubscriptionId }: PushDevice) => pushSubscriptionId === here?.pushSubscriptionId;
  const nameOf = ({ deviceName }: PushDevice) => deviceName ?? t('notifications.unknownDevice');
  const { save: turnOff } = useSave({
    save: async (device: PushDevice) => {
      const isSure = await showConfirm({
        title: t('notifications.turnOffTitle'),
        text: t('notifications.turnOffText', { name: nameOf(device) }),
        textConfirm: t('notifications.turnOff'),
      });
      return isSure ? turnOffDevice(device, isHere(device)) : false;
    },
    onSaved: onChanged,
    onFailed: onChanged,
  });
  return (
    <Panel title={t('notifications.devices')}>
      <Table<PushDevice>
        label={t('notifications.devicesLabel')}
        query={query}
        failedTitle={t('notifications.failed')}
        rows={devices}
        rowId={({ pushSubscriptionId }) => pushSubscriptionId}
        columns={{
          deviceName: {
            label: 'notifications.device',
            cell: (_, device) => (
              <span className={classes.name}>
                <InlineText text={nameOf(device)} isStrong />
                {isHere(device) && <Chip colour="accent" label={t('notifications.thisDevice')} />}
              </span>
            ),
          },
          isActive: {
            label: 'notifications.deviceState',
            width: 120,
            cell: (_, device) => <DeviceState device={device} />,
          },
          lastSuccessAt: {
            label: 'notifications.lastSuccessAt',
            width: 165,
            cell: (at) => (at === null ? t('notifications.never') : formatTimestamp(at)),
          },
          confirmedAt: time('notifications.confirmedAt', { width: 165 }),
          createdAt: time('notifications.createdAt', { width: 165 }),
          pushSubscriptionId: {
            width: 80,
            cell: (_, device) => (
              <IfMayChange>
                <TextButton size="compact-xs" variant="subtle" color="red" onClick={() => turnOff(device)}>
                  {t('notifications.turnOff')}
                </TextButton>
              </IfMayChange>
            ),
          },
        }}
        empty={
          <EmptyState
            icon="mdi-cellphone-message"
            title={t('notifications.noDevices')}
            text={t('notifications.noDevicesText')}
          />
        }
      />
    </Panel>
  );
}

function DeviceState({ device }: { readonly device: PushDevice }) {
  const t = useT();
  if (!device.isActive)
    return (
      <span title={t('notifications.pausedWhy')}>
        <Chip colour="grey" label={t('notifications.paused')} />
      </span>
    );
  if (device.note !== null)
    return (
      <span title={deliveryText(device.note, t)}>
        <Chip colour="orange" label={t('notifications.failing')} />
      </span>
    );
  return <Chip colour="normal" label={t('notifications.active')} />;
}
