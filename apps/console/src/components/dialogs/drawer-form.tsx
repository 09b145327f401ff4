import { Icon } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { DrawerActions } from './drawer-actions.tsx';
import classes from './drawer-form.module.css';

interface DrawerFormProps {
  readonly attempt: number;
  /** Explains why the form is read-only. */
  readonly lockedText?: string | false;
  /** The buttons at the left. */
  readonly rareActions?: ReactNode;
  readonly actions: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that fills a drawer: the fields scroll, the buttons stay in view. */
export function DrawerForm(props: DrawerFormProps) {
  const { attempt, lockedText, rareActions, actions, onSubmit, children } = props;
  return (
    <CheckedForm className={classes.form} attempt={attempt} onSubmit={onSubmit}>
      <div className={classes.fields}>
        {lockedText && (
          <p className={classes.locked}>
            <Icon name="mdi-lock-outline" />
            {lockedText}
          </p>
        )}
        {children}
      </div>
      <DrawerActions before={rareActions}>{actions}</DrawerActions>
    </CheckedForm>
  );
}
