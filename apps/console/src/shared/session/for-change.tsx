import type { ReactNode } from 'react';
import { useMayChange } from './session-store.ts';

/** Buttons that change something: nobody is offered what would only be refused. */
export function ForChange({ children }: { readonly children: ReactNode }): ReactNode {
  return useMayChange() ? children : null;
}
