import type { UserNo } from '@gwanje/contract/definition/ids';
import { type LinkMailFault, mailOneTimeLink } from '@gwanje/contract/users/invitations';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { call } from '#core/api/client.ts';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from './link-mail.module.css';

const FAULTS = {
  status: 'users.linkMailFaults.status',
  timeout: 'users.linkMailFaults.timeout',
  connection: 'users.linkMailFaults.connection',
  noMailServer: 'users.linkMailFaults.noMailServer',
} as const satisfies Record<LinkMailFault, PlainKey>;

interface LinkMailProps {
  readonly userNo: UserNo;
  readonly email: string | null;
  readonly token: string;
}

type Outcome = 'notYet' | 'sent' | LinkMailFault;

/** Sends the shown link to its user. The result is shown beside the button; the link stays. */
export function LinkMail({ userNo, email, token }: LinkMailProps) {
  const t = useT();
  const language = useLanguage();
  const [outcome, setOutcome] = useState<Outcome>('notYet');
  const [isBusy, run] = useBusy();
  if (email === null) return <p className={classes.note}>{t('users.linkMailNoAddress')}</p>;

  async function send(): Promise<void> {
    try {
      const { fault } = await call(mailOneTimeLink, { body: { userNo, token, language } });
      setOutcome(fault ?? 'sent');
    } catch (error) {
      await showFailure(error);
    }
  }

  return (
    <div className={classes.mail}>
      <Button
        variant="default"
        leftSection={<Icon name="mdi-email-outline" />}
        loading={isBusy}
        disabled={outcome === 'sent'}
        onClick={() => void run(send)}
      >
        {t('users.linkMail')}
      </Button>
      <p className={classes.note} role="status" data-outcome={outcome}>
        {outcome === 'notYet'
          ? t('users.linkMailTo', { email })
          : outcome === 'sent'
            ? t('users.linkMailSent', { email })
            : t(FAULTS[outcome])}
      </p>
    </div>
  );
}
