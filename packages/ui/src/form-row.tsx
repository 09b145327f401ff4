import type { ReactNode } from 'react';
import classes from './form-row.module.css';

export function FormRows({ children }: { readonly children: ReactNode }) {
  return <div className={classes.form}>{children}</div>;
}

/** A value that no form changes. */
export function ValueRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <FormRow label={label} isReadOnly readOnlyValue={children} />;
}

interface FormRowProps {
  readonly label: string;
  /** The input's id; absent in read-only mode and for groups of inputs, which have their own labels. */
  readonly inputId?: string;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  /** Shown instead of the field in read-only mode. */
  readonly readOnlyValue?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly children?: ReactNode;
}

/** One line of a form: label left, field right; in read-only mode the value instead of the field. */
export function FormRow(props: FormRowProps) {
  const { label, inputId, required = false, hint, readOnlyValue, isReadOnly = false, children } = props;
  const labelContent = (
    <>
      {label}
      {required && !isReadOnly && (
        <span className={classes.required} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return (
    <div className={classes.row}>
      {inputId && !isReadOnly ? (
        <label className={classes.label} htmlFor={inputId}>
          {labelContent}
        </label>
      ) : (
        <span className={classes.label}>{labelContent}</span>
      )}
      <div className={classes.field}>
        {isReadOnly ? <div className={classes.value}>{readOnlyValue}</div> : children}
        {hint && !isReadOnly && <p className={classes.hint}>{hint}</p>}
      </div>
    </div>
  );
}
