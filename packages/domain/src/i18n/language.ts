export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];
/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };
export const defaultLanguage: Language = 'ko';
