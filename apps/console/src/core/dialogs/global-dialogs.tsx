import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DialogFrame } from './dialog-frame.tsx';
import { type OpenDialog, useDialogs } from './dialog-store.ts';

/** Shows the queued alerts and confirms, one at a time. */
export function GlobalDialogs() {
  const dialog = useDialogs(({ queue }) => queue[0]);
  return dialog ? createPortal(<DialogLayer dialog={dialog} />, document.body) : null;
}

/** Stays mounted while the queue has dialogs, so that the focus returns to where it was before the first. */
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
