export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'ko';
