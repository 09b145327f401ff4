import { DIALOG_Z_INDEX } from '@gwanje/domain/constants/dialogs';
import { createTheme } from '@mantine/core';

/** Menus and pickers inside a dialog lie above it. */
export const dialogTheme = createTheme({
  components: { Popover: { defaultProps: { zIndex: DIALOG_Z_INDEX + 100 } } },
});
