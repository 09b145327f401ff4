/** The key of a value without a label. It is shown as '-' in every language. */
export const dashKey = 'dash';
export type DashKey = typeof dashKey;
