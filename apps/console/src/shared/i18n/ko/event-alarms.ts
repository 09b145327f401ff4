export const eventAlarms = {} as const;
