import { TextButton } from '@gwanje/ui/buttons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { CheckedForm } from '../forms/checked-form.tsx';
import { confirmDiscard, useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import classes from './dialogs.module.css';
import { ModalDialog } from './modal-dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** In pixels. */
  readonly width?: number;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** True: the submit button is disabled; the children explain why. */
  readonly isBlocked?: boolean;
  /** True: the values cannot be changed or sent. */
  readonly isReadOnly?: boolean;
  /** Ends the read-only mode; absent if the user may not edit. */
  readonly onEdit?: (() => void) | undefined;
  /** Counts refused attempts; after each the first field with an error gets the focus. */
  readonly attempt: number;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form above the page; its props come from `useEditForm().frame`. It asks before unsaved changes are lost. */
export function FormDialog({ isBlocked = false, isReadOnly = false, onEdit, ...props }: FormDialogProps) {
  const { title, submitLabel, width = 480, isDirty, isBusy, attempt, onSubmit, onClose, children } = props;
  const t = useT();
  const fieldsRef = useRef<HTMLFieldSetElement>(null);
  const wasReadOnly = useRef(isReadOnly);
  useUnsavedGuard(isDirty);
  // A click on Edit removes the button, so the first field gets the focus.
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
    <ModalDialog title={title} width={width} onClose={() => void close()}>
      <CheckedForm attempt={attempt} onSubmit={() => isBlocked || isReadOnly || onSubmit()}>
        <fieldset ref={fieldsRef} className={classes.fields}>
          {children}
        </fieldset>
        <div className={classes.actions}>
          <TextButton disabled={isBusy} onClick={() => void close()}>
            {t(isReadOnly ? 'common.close' : 'common.cancel')}
          </TextButton>
          {isReadOnly && onEdit && (
            <TextButton key="edit" icon="mdi-pencil-outline" variant="filled" onClick={onEdit}>
              {t('common.edit')}
            </TextButton>
          )}
          {!isReadOnly && (
            <TextButton key="save" variant="filled" type="submit" loading={isBusy} disabled={isBlocked}>
              {submitLabel}
            </TextButton>
          )}
        </div>
      </CheckedForm>
    </ModalDialog>
  );
}
