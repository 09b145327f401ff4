/** Menus and pickers opened from a dialog lie above it. */
export const layers = { overlay: 2000, dialog: 2400, aboveDialog: 2500 } as const;
