import { replayDelivery } from '@gwanje/contract/alarms/webhooks';
import { Icon } from '@gwanje/ui/icon';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from './alarm-drawer.module.css';

interface ReplayButtonProps {
  readonly deliveryId: string;
  readonly webhookName: string;
  readonly onSent: () => void;
}

export function ReplayButton({ deliveryId, webhookName, onSent }: ReplayButtonProps) {
  const t = useT();
  const [isBusy, run] = useBusy();

  async function replay(): Promise<void> {
    try {
      await call(replayDelivery, { params: { deliveryId } });
      onSent();
    } catch (error) {
      const isAtIt = t('alarms.delivery.isAtIt');
      await showFailure(error, { waiting: isAtIt, held: isAtIt, delivered: isAtIt, summed: isAtIt });
    }
    await refreshAlarms();
  }

  return (
    <button
      type="button"
      className={classes.replay}
      disabled={isBusy}
      aria-label={t('alarms.delivery.replayOf', { name: webhookName })}
      onClick={() => void run(replay)}
    >
      <Icon name="mdi-send-outline" size={14} />
      {t('alarms.delivery.replay')}
    </button>
  );
}
