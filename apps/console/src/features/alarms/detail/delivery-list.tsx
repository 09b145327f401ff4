import { replayDelivery } from '@gwanje/contract/alarms/webhooks';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { type StateAppearance, StateCell } from '@gwanje/ui/list/cells';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { type AlarmDetail, refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
import classes from './alarm-drawer.module.css';
import { isAttemptExpected } from './next-news.ts';

type Delivery = AlarmDetail['deliveryList'][number];

const appearances: Readonly<Record<Delivery['state'], Omit<StateAppearance, 'label'>>> = {
  waiting: { icon: 'mdi-progress-clock', colour: 'orange' },
  held: { icon: 'mdi-pause-circle-outline', colour: 'grey' },
  delivered: { icon: 'mdi-check-circle-outline', colour: 'normal' },
  summed: { icon: 'mdi-check-circle-outline', colour: 'normal' },
  failed: { icon: 'mdi-alert-circle', colour: 'red' },
  dropped: { icon: 'mdi-minus-circle-outline', colour: 'grey' },
};

/** The notifications sent for the alarm: receiver, number of attempts and response. */
export function DeliveryList({ alarm }: { alarm: AlarmDetail }) {
  const t = useT();
  const list = alarm.deliveryList;
  if (list.length === 0) return <p className={classes.none}>{t('alarms.delivery.none')}</p>;
  return (
    <ol className={classes.rows} aria-busy={isAttemptExpected(alarm)} aria-live="polite">
      {list.map((delivery) => {
        const { state, deliveredAt, lastAttemptAt, nextAttemptAt, createdAt, note } = delivery;
        const { heldFor, heldUntil, receivedCnt, receiptText, isReceiptFailed } = delivery;
        return (
          <li key={delivery.deliveryId} className={classes.delivery} title={delivery.deliveryId}>
            <time dateTime={createdAt}>{formatTimestamp(deliveredAt ?? lastAttemptAt ?? createdAt)}</time>
            <StateCell {...appearances[state]} label={t(`alarms.delivery.${state}`)} />
            <span className={classes.message}>
              <bdi className={classes.strong}>{delivery.webhookName}</bdi>{' '}
              <span className={classes.quiet}>
                {t('alarms.delivery.attempts', { cnt: delivery.attemptCnt })}
                {receivedCnt > 0 && ` · ${t('alarms.delivery.received', { cnt: receivedCnt })}`}
                {state === 'waiting' &&
                  nextAttemptAt !== null &&
                  Date.parse(nextAttemptAt) > Date.parse(alarm.serverTime) &&
                  ` · ${t('alarms.delivery.next', { time: formatTimestamp(nextAttemptAt) })}`}
                {heldFor !== null &&
                  heldUntil !== null &&
                  ` · ${t(`alarms.delivery.heldFor.${heldFor}`, { time: formatTimestamp(heldUntil) })}`}
              </span>
              {note && <span className={classes.error}>{deliveryText(note, t)}</span>}
              {receiptText && (
                <span className={classes.error}>
                  {deliveryText(
                    { why: isReceiptFailed ? 'receiptFailed' : 'receipt', detail: receiptText },
                    t,
                  )}
                </span>
              )}
            </span>
            {delivery.isReplayable && (
              <IfMayChange>
                <ReplayButton delivery={delivery} />
              </IfMayChange>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function ReplayButton({ delivery: { deliveryId, webhookName } }: { delivery: Delivery }) {
  const t = useT();
  const isUnderWay = t('alarms.delivery.isUnderWay');
  const { save: replay, isSaving } = useSave({
    save: () => call(replayDelivery, { params: { deliveryId } }),
    onSaved: refreshAlarms,
    onFailed: refreshAlarms,
    failureTexts: { waiting: isUnderWay, held: isUnderWay, delivered: isUnderWay, summed: isUnderWay },
  });

  return (
    <button
      type="button"
      className={classes.replay}
      disabled={isSaving}
      aria-label={t('alarms.delivery.replayOf', { name: webhookName })}
      onClick={() => replay()}
    >
      <Icon name="mdi-send-outline" size={14} />
      {t('alarms.delivery.replay')}
    </button>
  );
}
