import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first field in error after each attempt to save; `attempt` counts them. */
export function useFirstFault(attempt: number): RefObject<HTMLFormElement | null> {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const field = formRef.current?.querySelector('[aria-invalid="true"], [data-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  }, [attempt]);
  return formRef;
}
