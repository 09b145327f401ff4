import { type ReactNode, useEffect, useRef } from 'react';

interface CheckedFormProps {
  readonly className?: string | undefined;
  /** Counts refused attempts; after each the first field with an error gets the focus. */
  readonly attempt: number;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form without the validation of the browser. */
export function CheckedForm({ className, attempt, onSubmit, children }: CheckedFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const field = formRef.current?.querySelector('[aria-invalid="true"], [data-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  }, [attempt]);
  return (
    <form
      ref={formRef}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
