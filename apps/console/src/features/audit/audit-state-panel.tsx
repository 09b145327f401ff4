import type { AuditState } from '@gwanje/contract/settings/audit';
import { formatCount } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { AuditReceivers, auditStateQuery } from '#entities/audit/audit-receivers.tsx';
import classes from './audit.module.css';

/** Whether the log is complete: sealing, the last check, exports and receivers. */
export function AuditStatePanel() {
  const { data: state } = useQuery(auditStateQuery);
  return state ? <StateLines state={state} /> : null;
}

function StateLines({ state }: { readonly state: AuditState }) {
  const t = useT();
  const { exported, exportFailure, receiverList } = state;
  return (
    <div className={classes.state}>
      <Panel padded>
        <dl className={classes.facts}>
          <Line label={t('audit.state.seal')}>
            {state.sealedAt === null
              ? t('audit.state.notSealed')
              : t('audit.state.sealed', {
                  cnt: formatCount(state.sealedCnt),
                  at: formatTimestamp(state.sealedAt),
                })}
            {state.unsealedCnt > 0 && (
              <span className={classes.muted}>
                {t('audit.state.unsealed', { cnt: formatCount(state.unsealedCnt) })}
              </span>
            )}
            {state.lastHash !== '' && (
              <code className={classes.detail} title={state.lastHash}>
                {state.lastHash.slice(0, 12)}
              </code>
            )}
          </Line>
          <Line label={t('audit.state.check')}>
            <CheckResult state={state} />
          </Line>
          <Line label={t('audit.state.keep')}>
            {t('audit.state.keepDays', { cnt: formatCount(state.keepDays) })}
            <span className={classes.muted}>
              {exported.fileCnt === 0
                ? t('audit.state.noFiles', { folder: exported.folder })
                : t('audit.state.files', {
                    files: formatCount(exported.fileCnt),
                    entries: formatCount(exported.entryCnt),
                    folder: exported.folder,
                  })}
            </span>
            {exportFailure && (
              <Chip
                colour="red"
                label={t('audit.state.exportFailed', {
                  at: formatTimestamp(exportFailure.at),
                  reason: exportFailure.reason,
                })}
              />
            )}
          </Line>
          <Line label={t('audit.state.forward')}>
            <AuditReceivers receiverList={receiverList} />
          </Line>
        </dl>
      </Panel>
    </div>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CheckResult({ state: { problem, verifiedAt } }: { readonly state: AuditState }) {
  const t = useT();
  if (verifiedAt === null) return <span className={classes.muted}>{t('audit.state.notChecked')}</span>;
  return (
    <>
      <Chip
        colour={problem ? 'red' : 'normal'}
        label={
          problem ? t(`audit.problem.${problem.kind}`, { no: problem.chainNo }) : t('audit.state.intact')
        }
      />
      {formatTimestamp(verifiedAt)}
    </>
  );
}
