export const ALERT_WIDTH = '450px';
export const CONFIRM_WIDTH = '510px';
export const OVERLAY_Z_INDEX = 2000;
export const DIALOG_Z_INDEX = 2400;
