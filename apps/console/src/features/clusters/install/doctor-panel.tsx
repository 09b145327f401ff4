import type { Finding } from '@gwanje/contract/agent/install-findings';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatAge, formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '#components/loading/load-failed.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import classes from '../clusters.module.css';
import type { InstallCheck } from './install-queries.ts';

type Step = InstallCheck['stepList'][number];

const APPEARANCES = {
  done: { icon: 'mdi-check-circle', className: classes.done },
  waiting: { icon: 'mdi-clock-outline', className: classes.waiting },
  failed: { icon: 'mdi-alert-circle', className: classes.failed },
} as const satisfies Record<Step['state'], { icon: IconName; className: string | undefined }>;

/** The completed steps of the installation, and each problem with its solution. */
export function DoctorPanel({ check }: { check: UseQueryResult<InstallCheck> }) {
  const t = useT();
  const { data } = check;
  return (
    <Panel
      title={t('clusters.doctor')}
      note={data && t('clusters.checkedAt', { at: formatTimestamp(data.serverTime) })}
      actions={
        data && (
          <Chip
            colour={data.findingList.length > 0 ? 'orange' : data.isComplete ? 'normal' : 'grey'}
            icon={data.isComplete && data.findingList.length === 0 ? 'mdi-check' : undefined}
          >
            {data.findingList.length > 0
              ? t('clusters.findingCnt', { cnt: data.findingList.length })
              : t(data.isComplete ? 'clusters.allWell' : 'clusters.underWay')}
          </Chip>
        )
      }
    >
      <Loaded query={check} failedTitle={t('clusters.checkFailed')} lines={6}>
        {(data) => (
          <div aria-live="polite">
            <ol className={classes.doctorSteps} aria-label={t('clusters.doctorSteps')}>
              {data.stepList.map((step) => (
                <DoctorStep key={step.step} step={step} />
              ))}
            </ol>
            {data.findingList.length > 0 && (
              <ul className={classes.findings} aria-label={t('clusters.findings')}>
                {data.findingList.map((finding) => (
                  <FindingLine
                    key={finding.finding}
                    finding={finding}
                    nowMs={Date.parse(data.serverTime)}
                    serverVersion={data.serverVersion}
                  />
                ))}
              </ul>
            )}
            {data.logReading === 'notChosen' && (
              <p className={classes.note}>
                <Icon name="mdi-text-box-outline" /> {t('clusters.logsNotChosen')}
              </p>
            )}
            {data.isComplete && data.findingList.length === 0 && (
              <p className={classes.wellText}>{t('clusters.allWellText')}</p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function DoctorStep({ step: { step, state, at, cnt } }: { step: Step }) {
  const t = useT();
  const { icon, className } = APPEARANCES[state];
  return (
    <li className={`${classes.doctorStep} ${className}`}>
      <Icon name={icon} size={18} />
      <span className={classes.doctorName}>{t(`clusters.step.${step}`)}</span>
      <span className={classes.doctorState}>{t(`clusters.state.${state}`)}</span>
      <span className={classes.doctorDetail}>
        {state === 'waiting' ? (
          t(`clusters.stepWaits.${step}`)
        ) : (
          <>
            {step !== 'statistics' && cnt !== null && (
              <span>{t(`clusters.stepCnt.${step}`, { cnt: formatNumber(cnt) })}</span>
            )}
            {at && <time dateTime={at}>{formatTimestamp(at)}</time>}
          </>
        )}
      </span>
    </li>
  );
}

interface FindingLineProps {
  readonly finding: Finding;
  readonly nowMs: number;
  readonly serverVersion: string;
}

function FindingLine({ finding, nowMs, serverVersion }: FindingLineProps) {
  const { t, language } = useTexts();
  const { finding: kind, at, cnt, nameList, detail } = finding;
  const more = cnt - nameList.length;
  return (
    <li className={classes.finding} data-finding={kind}>
      <p className={classes.findingTitle}>
        <Icon name="mdi-alert" />
        <span>{t(`clusters.finding.${kind}`)}</span>
        {at && (
          <time className={classes.findingAge} dateTime={at} title={formatTimestamp(at)}>
            {formatAge(nowMs - Date.parse(at), language)}
          </time>
        )}
      </p>
      {nameList.length > 0 && (
        <p className={classes.names}>
          {nameList.map((name) => (
            <code key={name}>
              <bdi>{name}</bdi>
            </code>
          ))}
          {more > 0 && kind !== 'missingRight' && <span>{t('clusters.moreNames', { cnt: more })}</span>}
          {kind === 'outdatedAgent' && (
            <>
              <Icon name="mdi-arrow-right" size={14} />
              <code>{serverVersion}</code>
            </>
          )}
        </p>
      )}
      <p className={classes.remedy}>{t(`clusters.remedy.${kind}`)}</p>
      {detail !== null && (
        <details className={classes.more}>
          <summary>{t('clusters.asSaid')}</summary>
          <pre className={classes.said}>
            <bdi>{detail}</bdi>
          </pre>
        </details>
      )}
    </li>
  );
}
