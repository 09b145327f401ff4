import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { makeOneTimeLink } from '@gwanje/contract/users/invitations';
import type { User } from '@gwanje/contract/users/users';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { mayHoldSession } from '@gwanje/domain/user-changes';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { call } from '#core/api/client.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { LinkMail } from './link-mail.tsx';

interface LinkButtonProps {
  readonly user: User;
  readonly hasPassword: boolean;
  readonly onMade: () => void;
}

/** An invitation for a user without a password, a reset for others. The link is shown once. */
export function LinkButton({ user, hasPassword, onMade }: LinkButtonProps) {
  const t = useT();
  const [made, setMade] = useState<ResponseOf<typeof makeOneTimeLink>>();
  const [isBusy, run] = useBusy();

  async function make(): Promise<void> {
    if (!mayHoldSession(user.status)) return showAlert({ text: t('users.linkNotActive') });
    const { name, userId, userNo } = user;
    const isConfirmed = await showConfirm({
      title: t('users.makeLink'),
      text: t(hasPassword ? 'users.linkResetText' : 'users.linkInviteText', { name, userId }),
      msg: t(hasPassword ? 'users.linkResetGoes' : 'users.linkInviteGoes'),
    });
    if (!isConfirmed) return;
    try {
      setMade(await call(makeOneTimeLink, { body: { userNo } }));
    } catch (error) {
      await showFailure(error);
    }
  }

  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Icon name="mdi-link-variant" />}
        loading={isBusy}
        onClick={() => void run(make)}
      >
        {t('users.makeLink')}
      </Button>
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
