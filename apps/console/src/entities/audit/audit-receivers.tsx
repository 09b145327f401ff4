import { type AuditState, getAuditState } from '@gwanje/contract/settings/audit';
import { formatCount } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './audit-receivers.module.css';

export const auditStateQuery = apiQuery(getAuditState, {}, { staleMs: 5_000 });

type Receiver = AuditState['receiverList'][number];

/** The systems that get a copy of the audit log, how far each is, and how to change them. */
export function AuditReceivers({ receiverList }: { readonly receiverList: readonly Receiver[] }) {
  const t = useT();
  return (
    <>
      {receiverList.length === 0 && <span className={classes.muted}>{t('auditReceivers.none')}</span>}
      {receiverList.map((receiver) => (
        <span key={receiver.receiver} className={classes.receiver}>
          {receiver.receiver}
          <ReceiverState receiver={receiver} />
        </span>
      ))}
      <span className={classes.change}>{t('auditReceivers.change')}</span>
    </>
  );
}

function ReceiverState({ receiver }: { readonly receiver: Receiver }) {
  const t = useT();
  const { waitingCnt, failingSince, lastError, sentAt } = receiver;
  if (failingSince !== null)
    return (
      <Chip
        colour="red"
        label={t('auditReceivers.failing', {
          at: formatTimestamp(failingSince),
          reason: lastError ?? '',
          cnt: formatCount(waitingCnt),
        })}
      />
    );
  return (
    <span className={classes.muted}>
      {waitingCnt > 0
        ? t('auditReceivers.waiting', { cnt: formatCount(waitingCnt) })
        : t('auditReceivers.sent', { at: sentAt === null ? '-' : formatTimestamp(sentAt) })}
    </span>
  );
}
