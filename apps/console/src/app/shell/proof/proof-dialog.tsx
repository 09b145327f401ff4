import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type GivenProof, proveIdentity, startProof } from '@gwanje/contract/users/proof';
import type { PasskeySignature } from '@gwanje/contract/users/second-factor';
import { formatSpan } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '#components/dialogs/modal-dialog.tsx';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { configQuery } from '#core/config.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { closeProof } from '#core/session/proof-store.ts';
import classes from './proof-dialog.module.css';
import './proof-messages.ts';

type Start = ResponseOf<typeof startProof>;

/** A dangerous change needs a fresh proof of who the user is; the call that asked for it is sent again afterwards. */
export function ProofDialog() {
  const t = useT();
  const start = useQuery({
    queryKey: ['proof'],
    queryFn: () => call(startProof),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <ModalDialog title={t('proof.title')} width={440} onClose={() => closeProof(false)}>
      <div className={classes.body}>
        <p className={classes.lead}>{t('proof.lead')}</p>
        {start.isError && <p role="alert">{start.error.message}</p>}
        {start.data && <ProofForm start={start.data} />}
      </div>
    </ModalDialog>
  );
}

function ProofForm({ start }: { readonly start: Start }) {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [passkeyOptions, setPasskeyOptions] = useState(start.passkeyOptions);
  const { methodList } = start;

  async function prove(given: GivenProof): Promise<void> {
    setIsBusy(true);
    setError(null);
    try {
      await call(proveIdentity, { body: given });
      closeProof(true);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setTyped('');
      setError(failureText(failure));
      // A challenge works once.
      if (given.passkey) setPasskeyOptions((await call(startProof)).passkeyOptions);
    } finally {
      setIsBusy(false);
    }
  }

  function failureText({ detail, message }: ApiFailure): string {
    if (detail?.reason === 'wrongProof') return t('proof.wrong');
    if (typeof detail?.retryAfterS === 'number')
      return t('proof.locked', { time: formatSpan(detail.retryAfterS, language) });
    return message;
  }

  async function provePasskey(options: Record<string, unknown>): Promise<void> {
    setError(null);
    const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const signed = await startAuthentication({ optionsJSON }).catch(() => null);
    if (signed === null) setError(t('proof.cancelled'));
    else await prove({ passkey: signed as unknown as PasskeySignature });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() === '' || isBusy) return;
    void prove(methodList.includes('password') ? { password: typed } : { code: typed });
  }

  if (methodList.includes('singleSignOn')) return <SignOnAgain />;
  return (
    <form className={classes.form} onSubmit={submit}>
      {passkeyOptions && (
        <>
          <TextButton
            icon="mdi-key-outline"
            variant="filled"
            disabled={isBusy}
            onClick={() => void provePasskey(passkeyOptions)}
          >
            {t('proof.usePasskey')}
          </TextButton>
          <p className={classes.or}>{t('proof.or')}</p>
        </>
      )}
      {methodList.includes('password') ? (
        <PasswordInput
          data-autofocus
          label={t('proof.password')}
          autoComplete="current-password"
          maxLength={200}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      ) : (
        <TextInput
          data-autofocus={!passkeyOptions}
          label={t('proof.code')}
          autoComplete="one-time-code"
          maxLength={40}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={classes.actions}>
        <TextButton onClick={() => closeProof(false)}>{t('common.cancel')}</TextButton>
        <TextButton
          variant={passkeyOptions ? 'default' : 'filled'}
          type="submit"
          loading={isBusy}
          disabled={typed.trim() === ''}
        >
          {t('proof.confirm')}
        </TextButton>
      </div>
    </form>
  );
}

/** The identity provider asks the user in another tab; then the call is sent again. */
function SignOnAgain() {
  const t = useT();
  const [isOpened, setIsOpened] = useState(false);
  const config = useQuery(configQuery).data;
  if (!config) return null;
  const { loginUrl, browserKey } = config;
  const query = new URLSearchParams({ proof: 'Y', returnUrl: `${loginUrl}/proved` });
  if (browserKey !== null) query.set('browser', browserKey);

  return (
    <>
      <p>{t('proof.signOn')}</p>
      <div className={classes.actions}>
        <TextButton onClick={() => closeProof(false)}>{t('common.cancel')}</TextButton>
        {/* The login site binds the new session to this console because of the Referer. */}
        <Button
          component="a"
          href={`${loginUrl}/oidc/start?${query}`}
          target="_blank"
          rel="noopener"
          referrerPolicy="origin"
          variant={isOpened ? 'default' : 'filled'}
          onClick={() => setIsOpened(true)}
        >
          {t('proof.openSignOn')}
        </Button>
        {isOpened && (
          <TextButton variant="filled" onClick={() => closeProof(true)}>
            {t('proof.goOn')}
          </TextButton>
        )}
      </div>
    </>
  );
}
