import { DIALOG_Z_INDEX, OVERLAY_Z_INDEX } from '@gwanje/domain/constants/dialogs';
import { useState } from 'react';

interface DialogLayers {
  readonly overlay: number;
  readonly dialog: number;
}

/** The z-index of a dialog and of its overlay. A dialog above another one has an overlay that covers the other. */
export function useDialogLayers(): DialogLayers {
  const [isAbove] = useState(() => document.querySelector('[aria-modal="true"]') !== null);
  return { overlay: isAbove ? DIALOG_Z_INDEX : OVERLAY_Z_INDEX, dialog: DIALOG_Z_INDEX };
}
