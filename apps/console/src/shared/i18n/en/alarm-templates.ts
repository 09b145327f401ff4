export const alarmTemplates = {} as const;
