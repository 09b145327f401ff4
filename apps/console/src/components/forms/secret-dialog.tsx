import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Icon } from '@gwanje/ui/icon';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import dialog from './form-dialog.module.css';
import classes from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  /** Other ways to hand it on. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** What is shown once. It closes by its button alone, so that nothing is lost by a click beside it. */
export function SecretDialog({ title, text, secret, children, onClose }: SecretDialogProps) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      overlayProps={{ backgroundOpacity: 0.4 }}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      classNames={{ header: dialog.header ?? '', title: dialog.title ?? '', body: dialog.body ?? '' }}
    >
      <div className={dialog.fields}>
        <p className={classes.text}>{text}</p>
        <code className={classes.secret}>{secret}</code>
        {children}
      </div>
      <div className={dialog.actions}>
        <Button
          variant="default"
          leftSection={<Icon name={isCopied ? 'mdi-check' : 'mdi-content-copy'} />}
          onClick={() => void copyText(secret).then(setIsCopied)}
          data-autofocus
        >
          {t(isCopied ? 'forms.copied' : 'forms.copy')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Modal>
  );
}
