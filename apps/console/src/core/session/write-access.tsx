import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { isViewing, useMayChange, useSession } from './session-store.ts';

/** Shows its children, buttons that write, only to users who may write. */
export function IfMayChange({ children }: { readonly children: ReactNode }): ReactNode {
  return useMayChange() ? children : null;
}

/** Replaces a form that the user may not submit, and says why. */
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
