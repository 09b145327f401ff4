import { useState } from 'react';
import type { Faults } from './faults.ts';

interface FaultsOfForm<Field extends string> {
  readonly faults: Faults<Field>;
  readonly setFaults: (faults: Faults<Field>) => void;
  /** Counts what was refused, for `useFirstFault`. */
  readonly attempt: number;
  readonly refuse: (found: Faults<Field>) => void;
}

/** What is wrong with the fields of a form, by its own look at them or by the server's answer. */
export function useFaults<Field extends string>(first: Faults<Field>): FaultsOfForm<Field> {
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
