import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/fields';
import { type LinkMailError, mailOneTimeLink, makeOneTimeLink } from '@gwanje/contract/users/invitations';
import type { User } from '@gwanje/contract/users/users';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { useState } from 'react';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import classes from './link-button.module.css';

interface LinkButtonProps {
  readonly user: User;
  readonly hasPassword: boolean;
  readonly onMade: () => void;
}

/** An invitation for a user without a password, a reset for others. The link is shown once. */
export function LinkButton({ user, hasPassword, onMade }: LinkButtonProps) {
  const t = useT();
  const [made, setMade] = useState<ResponseOf<typeof makeOneTimeLink>>();
  const { save: make, isSaving } = useSave({
    save: async () => {
      const { name, userId, userNo, status } = user;
      if (!mayHoldSession(status)) {
        await showAlert({ text: t('users.linkNotActive') });
        return false;
      }
      const isConfirmed = await showConfirm({
        title: t('users.makeLink'),
        text: t(hasPassword ? 'users.linkResetText' : 'users.linkInviteText', { name, userId }),
        msg: t(hasPassword ? 'users.linkResetGoes' : 'users.linkInviteGoes'),
      });
      return isConfirmed && call(makeOneTimeLink, { body: { userNo } });
    },
    onSaved: setMade,
  });

  return (
    <>
      <TextButton icon="mdi-link-variant" variant="subtle" loading={isSaving} onClick={() => make()}>
        {t('users.makeLink')}
      </TextButton>
      {made && (
        <SecretDialog
          title={t(made.kind === 'invitation' ? 'users.linkMadeInvitation' : 'users.linkMadeReset')}
          text={t('users.linkOnce', { time: formatTimestamp(made.expiresAt) })}
          secret={made.url}
          onClose={() => {
            setMade(undefined);
            onMade();
          }}
        >
          {made.hasMailServer && (
            <LinkMail userNo={user.userNo} email={made.email} token={new URL(made.url).hash.slice(1)} />
          )}
        </SecretDialog>
      )}
    </>
  );
}

type Outcome = 'notYet' | 'sent' | LinkMailError;

/** Sends the shown link to its user. The result is shown beside the button; the link stays. */
function LinkMail({ userNo, email, token }: { userNo: UserNo; email: string | null; token: string }) {
  const { t, language } = useTexts();
  const [outcome, setOutcome] = useState<Outcome>('notYet');
  const { save: send, isSaving } = useSave({
    save: () => call(mailOneTimeLink, { body: { userNo, token, language } }),
    onSaved: ({ reason }) => setOutcome(reason ?? 'sent'),
  });
  if (email === null) return <p className={classes.note}>{t('users.linkMailNoAddress')}</p>;
  return (
    <div className={classes.mail}>
      <TextButton
        icon="mdi-email-outline"
        loading={isSaving}
        disabled={outcome === 'sent'}
        onClick={() => send()}
      >
        {t('users.linkMail')}
      </TextButton>
      <p className={classes.note} role="status" data-outcome={outcome}>
        {outcome === 'notYet'
          ? t('users.linkMailTo', { email })
          : outcome === 'sent'
            ? t('users.linkMailSent', { email })
            : t(`users.linkMailErrors.${outcome}`)}
      </p>
    </div>
  );
}
