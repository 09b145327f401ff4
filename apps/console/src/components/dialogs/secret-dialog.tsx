import { TextButton } from '@gwanje/ui/buttons';
import { type ReactNode, useState } from 'react';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import dialog from './dialogs.module.css';
import { ModalDialog } from './modal-dialog.tsx';
import classes from './secret-dialog.module.css';
import '#components/forms/form-messages.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  /** Other ways to send the secret. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once. Only its button closes it, so that a click outside does not lose the secret. */
export function SecretDialog({ title, text, secret, children, onClose }: SecretDialogProps) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <ModalDialog title={title} width={560} isClosable={false} onClose={onClose}>
      <div className={dialog.fields}>
        <p className={classes.text}>{text}</p>
        <code className={classes.secret}>{secret}</code>
        {children}
      </div>
      <div className={dialog.actions}>
        <TextButton
          icon={isCopied ? 'mdi-check' : 'mdi-content-copy'}
          onClick={() => void copyText(secret).then(setIsCopied)}
          data-autofocus
        >
          {t(isCopied ? 'forms.copied' : 'forms.copy')}
        </TextButton>
        <TextButton variant="filled" onClick={onClose}>
          {t('common.close')}
        </TextButton>
      </div>
    </ModalDialog>
  );
}
