import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { isViewing, useMayChange, useSession } from './session-store.ts';

/** Buttons that change something: nobody is offered what would only be refused. */
export function IfMayChange({ children }: { readonly children: ReactNode }): ReactNode {
  return useMayChange() ? children : null;
}

/** In place of a form that could not be sent: why. */
export function ReadOnlyNotice() {
  const t = useT();
  const isAsAnother = useSession(isViewing);
  return (
    <Panel>
      <EmptyState
        icon="mdi-eye-outline"
        title={t(isAsAnother ? 'shell.viewingOnly' : 'header.readerOnly')}
        text={t(isAsAnother ? 'errors.code.viewingOnly' : 'errors.readerOnly')}
      />
    </Panel>
  );
}
