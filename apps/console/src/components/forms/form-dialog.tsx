import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Icon } from '@gwanje/ui/icon';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { CheckedForm } from './checked-form.tsx';
import classes from './form-dialog.module.css';
import { confirmDiscard, useUnsavedGuard } from './use-unsaved-guard.ts';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** In pixels; 480 unless said. */
  readonly width?: number;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Nothing can be sent: the children say why. */
  readonly isBlocked?: boolean;
  /** To look at: nothing is sent, and the children refuse to be changed. */
  readonly isReadOnly?: boolean;
  /** Of what is read-only until 수정; absent where it stays so. */
  readonly onEdit?: (() => void) | undefined;
  /** Counts the attempts to send; after each the first field in error has the focus. */
  readonly attempt: number;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A short form above the page. Closing it, or leaving the page, with unsaved changes asks. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    width = 480,
    isDirty,
    isBusy,
    isBlocked = false,
    isReadOnly = false,
    onEdit,
    attempt,
    onSubmit,
    onClose,
    children,
  } = props;
  const t = useT();
  const fieldsRef = useRef<HTMLFieldSetElement>(null);
  const wasReadOnly = useRef(isReadOnly);
  useUnsavedGuard(isDirty);
  // The button that was pressed is gone: whoever types goes on in the first field.
  useEffect(() => {
    if (wasReadOnly.current && !isReadOnly)
      fieldsRef.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    wasReadOnly.current = isReadOnly;
  }, [isReadOnly]);

  async function close(): Promise<void> {
    if (isBusy || (isDirty && !(await confirmDiscard()))) return;
    onClose();
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title}
      size={width}
      overlayProps={{ backgroundOpacity: 0.4 }}
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <CheckedForm attempt={attempt} onSubmit={() => isBlocked || isReadOnly || onSubmit()}>
        <fieldset ref={fieldsRef} className={classes.fields}>
          {children}
        </fieldset>
        <div className={classes.actions}>
          <Button variant="default" disabled={isBusy} onClick={() => void close()}>
            {t(isReadOnly ? 'common.close' : 'common.cancel')}
          </Button>
          {isReadOnly && onEdit && (
            <Button key="edit" leftSection={<Icon name="mdi-pencil-outline" />} onClick={onEdit}>
              {t('common.edit')}
            </Button>
          )}
          {!isReadOnly && (
            <Button key="save" type="submit" loading={isBusy} disabled={isBlocked}>
              {submitLabel}
            </Button>
          )}
        </div>
      </CheckedForm>
    </Modal>
  );
}
