import { TextButton } from '@gwanje/ui/buttons';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';

interface EditActionsProps {
  readonly isEditing: boolean;
  readonly isBusy: boolean;
  readonly mayEdit?: boolean;
  readonly onBegin: () => void;
  readonly onCancel: () => Promise<void>;
  /** Other actions, shown before 수정 in read-only mode. */
  readonly children?: ReactNode;
}

/** The buttons of a form that is read-only until 수정. */
export function EditActions(props: EditActionsProps) {
  const { isEditing, isBusy, mayEdit = true, onBegin, onCancel, children } = props;
  const t = useT();
  const mayChange = useMayChange();

  // Different keys: otherwise React reuses 수정 as the submit button, and its click submits the form.
  return isEditing ? (
    <>
      <TextButton disabled={isBusy} onClick={() => void onCancel()}>
        {t('common.cancel')}
      </TextButton>
      <TextButton key="save" icon="mdi-check" variant="filled" type="submit" loading={isBusy}>
        {t('common.save')}
      </TextButton>
    </>
  ) : (
    <>
      {children}
      {mayEdit && mayChange && (
        <TextButton key="edit" icon="mdi-pencil-outline" variant="filled" onClick={onBegin}>
          {t('common.edit')}
        </TextButton>
      )}
    </>
  );
}
