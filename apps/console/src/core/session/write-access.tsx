import type { Actor } from '@gwanje/domain/access/permissions';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { isViewing, useActor, useMayChange, useSession } from './session-store.ts';

/** Renders its children, such as write buttons, only for users who may write. */
export function IfMayChange({ children }: { readonly children: ReactNode }): ReactNode {
  return useMayChange() ? children : null;
}

/** A page that needs the signed-in user. It shows nothing while there is none. */
export function withActor(Page: (props: { readonly actor: Actor }) => ReactNode): () => ReactNode {
  return function ActorPage() {
    const actor = useActor();
    return actor && <Page actor={actor} />;
  };
}

/** Replaces a form that the user may not submit, with the reason. */
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
