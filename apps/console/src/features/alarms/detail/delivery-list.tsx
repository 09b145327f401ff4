import { formatTimestamp } from '@gwanje/domain/formats/time';
import { type StateAppearance, StateCell } from '@gwanje/ui/list/cells';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import classes from './alarm-drawer.module.css';
import { ReplayButton } from './replay-button.tsx';
import { useAwaitDelivery } from './use-await-delivery.ts';

type Delivery = AlarmDetail['deliveryList'][number];

const looks: Readonly<
  Record<Delivery['state'], Omit<StateAppearance, 'label'> & { readonly key: PlainKey }>
> = {
  waiting: { icon: 'mdi-progress-clock', colour: 'orange', key: 'alarms.delivery.waiting' },
  held: { icon: 'mdi-pause-circle-outline', colour: 'grey', key: 'alarms.delivery.held' },
  delivered: { icon: 'mdi-check-circle-outline', colour: 'normal', key: 'alarms.delivery.delivered' },
  summed: { icon: 'mdi-check-circle-outline', colour: 'normal', key: 'alarms.delivery.summed' },
  failed: { icon: 'mdi-alert-circle', colour: 'red', key: 'alarms.delivery.failed' },
  dropped: { icon: 'mdi-minus-circle-outline', colour: 'grey', key: 'alarms.delivery.dropped' },
};

const holds = {
  escalation: 'alarms.delivery.heldForEscalation',
  maintenance: 'alarms.delivery.heldForMaintenance',
  snooze: 'alarms.delivery.heldForSnooze',
  quiet: 'alarms.delivery.heldForQuiet',
  flood: 'alarms.delivery.heldForFlood',
} as const satisfies Record<NonNullable<Delivery['heldFor']>, string>;

/** The notifications sent for the alarm: receiver, number of attempts and response. */
export function DeliveryList({ list }: { readonly list: readonly Delivery[] }) {
  const t = useT();
  const [isAwaited, awaitDelivery] = useAwaitDelivery(list);
  if (list.length === 0) return <p className={classes.none}>{t('alarms.delivery.none')}</p>;
  return (
    <ol className={classes.rows} aria-busy={isAwaited} aria-live="polite">
      {list.map((delivery) => {
        const { key, ...look } = looks[delivery.state];
        const { deliveredAt, lastAttemptAt, nextAttemptAt, createdAt, attemptCnt, lastError } = delivery;
        const { heldFor, heldUntil } = delivery;
        return (
          <li key={delivery.deliveryId} className={classes.delivery} title={delivery.deliveryId}>
            <time dateTime={createdAt}>{formatTimestamp(deliveredAt ?? lastAttemptAt ?? createdAt)}</time>
            <StateCell {...look} label={t(key)} />
            <span className={classes.message}>
              <bdi className={classes.strong}>{delivery.webhookName}</bdi>{' '}
              <span className={classes.quiet}>
                {t('alarms.delivery.attempts', { cnt: attemptCnt })}
                {delivery.state === 'waiting' &&
                  isToCome(nextAttemptAt) &&
                  ` · ${t('alarms.delivery.next', { time: formatTimestamp(nextAttemptAt) })}`}
                {heldFor !== null &&
                  heldUntil !== null &&
                  ` · ${t(holds[heldFor], { time: formatTimestamp(heldUntil) })}`}
              </span>
              {lastError !== null && <bdi className={classes.error}>{lastError}</bdi>}
            </span>
            {delivery.isReplayable && (
              <IfMayChange>
                <ReplayButton
                  deliveryId={delivery.deliveryId}
                  webhookName={delivery.webhookName}
                  onSent={() => awaitDelivery(delivery.deliveryId)}
                />
              </IfMayChange>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A delivery that is due waits for earlier ones to the same receiver. */
function isToCome(at: string | null): at is string {
  return at !== null && Date.parse(at) > Date.now();
}
