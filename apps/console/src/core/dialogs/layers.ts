import { DIALOG_Z_INDEX, OVERLAY_Z_INDEX } from '@gwanje/domain/constants/dialogs';

/** Menus and pickers opened from a dialog are above it. */
export const layers = {
  overlay: OVERLAY_Z_INDEX,
  dialog: DIALOG_Z_INDEX,
  aboveDialog: DIALOG_Z_INDEX + 100,
} as const;
