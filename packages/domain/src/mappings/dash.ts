/** The key of what has no name: its label is '-' in every language. */
export const dashKey = 'dash';
export type DashKey = typeof dashKey;
