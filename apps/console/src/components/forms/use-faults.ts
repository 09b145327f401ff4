import { useState } from 'react';
import type { FieldErrors } from './field-errors.ts';

interface FaultsOfForm<Field extends string> {
  readonly faults: FieldErrors<Field>;
  readonly setFaults: (faults: FieldErrors<Field>) => void;
  /** Counts refused attempts, for `useFirstFault`. */
  readonly attempt: number;
  readonly refuse: (found: FieldErrors<Field>) => void;
}

/** The errors of a form's fields, from its own check or from the server. */
export function useFaults<Field extends string>(first: FieldErrors<Field>): FaultsOfForm<Field> {
  const [faults, setFaults] = useState(first);
  const [attempt, setAttempt] = useState(0);
  return {
    faults,
    setFaults,
    attempt,
    refuse: (found) => {
      setFaults(found);
      setAttempt((cnt) => cnt + 1);
    },
  };
}
