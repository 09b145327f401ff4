import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { Fragment } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
import classes from './alarm-drawer.module.css';
import { Section } from './evidence-part.tsx';

type Escalation = AlarmDetail['escalation'];

/** Which steps of the duty rotas were sent, and which comes next. Absent when no rota has steps for the alarm. */
export function EscalationPart({ escalation }: { readonly escalation: Escalation }) {
  const t = useT();
  const { sentList, nextList, endedBy } = escalation;
  if (sentList.length === 0 && nextList.length === 0) return null;
  return (
    <Section title={t('alarms.escalation.title')} note={String(sentList.length)}>
      <ol className={classes.rows} aria-live="polite">
        {sentList.map((step) => (
          <SentStep key={`${step.rotaName} ${step.at} ${step.stepNo} ${step.userName}`} step={step} />
        ))}
        {nextList.map((step) => (
          <li key={step.rotaName} className={classes.step}>
            <time dateTime={step.at}>{formatTimestamp(step.at)}</time>
            <Icon name="mdi-progress-clock" size={15} className={classes.quiet} />
            <span>
              <span className={classes.strong}>
                {t('alarms.escalation.next', {
                  step: step.stepNo,
                  to: t(`alarms.escalation.to.${step.stepTo}`),
                })}
              </span>{' '}
              <bdi>{step.nameList.join(', ') || t('alarms.escalation.nobodyThen')}</bdi>{' '}
              <bdi className={classes.quiet}>{step.rotaName}</bdi>
              {endedBy !== null && (
                <span className={classes.said}>{t(`alarms.escalation.endedBy.${endedBy}`)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {nextList.length === 0 && (
        <p className={classes.none}>
          {t(endedBy === null ? 'alarms.escalation.allSent' : `alarms.escalation.endedBy.${endedBy}`)}
        </p>
      )}
    </Section>
  );
}

function SentStep({ step }: { readonly step: Escalation['sentList'][number] }) {
  const t = useT();
  const { stepNo, stepTo, userName, reachedAs, skippedList, rotaName, at, deliveryList } = step;
  const skipped = skippedList.map(({ role, name, why }) =>
    t('alarms.escalation.skippedOne', {
      who: [t(`alarms.escalation.to.${role}`), name].filter(Boolean).join(' '),
      why: t(`alarms.escalation.why.${why}`),
    }),
  );
  return (
    <li className={classes.step}>
      <time dateTime={at}>{formatTimestamp(at)}</time>
      <Icon
        name={userName === null ? 'mdi-alert-outline' : 'mdi-account-arrow-right-outline'}
        size={15}
        className={classes.quiet}
      />
      <span>
        <span className={classes.strong}>
          {t('alarms.escalation.step', { step: stepNo, to: t(`alarms.escalation.to.${stepTo}`) })}
        </span>{' '}
        {userName === null ? (
          <span className={classes.error}>{t('alarms.escalation.nobodyReached')}</span>
        ) : (
          <bdi>{userName}</bdi>
        )}{' '}
        <bdi className={classes.quiet}>{rotaName}</bdi>
        {skipped.length > 0 && (
          <span className={classes.said}>
            {reachedAs !== null && reachedAs !== stepTo
              ? t('alarms.escalation.wentOn', {
                  list: skipped.join(', '),
                  to: t(`alarms.escalation.to.${reachedAs}`),
                })
              : skipped.join(', ')}
          </span>
        )}
        {deliveryList.length > 0 && (
          <span className={classes.said}>
            {deliveryList.map(({ channel, state }, index) => (
              <Fragment key={channel}>
                {index > 0 && ' · '}
                {t(`alarms.escalation.channel.${channel}`)} {t(`alarms.delivery.${state}`)}
              </Fragment>
            ))}
          </span>
        )}
        {deliveryList.map(
          ({ channel, state, note }) =>
            note &&
            state !== 'delivered' && (
              <span key={channel} className={classes.error}>
                {deliveryText(note, t)}
              </span>
            ),
        )}
      </span>
    </li>
  );
}
