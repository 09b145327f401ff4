import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DialogFrame } from './dialog-frame.tsx';
import { type OpenDialog, useDialogs } from './dialog-store.ts';

/** The console's one place for alerts and confirms; they are shown one after the other. */
export function GlobalDialogs() {
  const dialog = useDialogs(({ queue }) => queue[0]);
  return dialog ? createPortal(<DialogLayer dialog={dialog} />, document.body) : null;
}

/** Lives as long as the queue, so that focus returns to where it was before the first of several dialogs. */
function DialogLayer({ dialog }: { readonly dialog: OpenDialog }) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  return <DialogFrame key={dialog.id} dialog={dialog} />;
}
