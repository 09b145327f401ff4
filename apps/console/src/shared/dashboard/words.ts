import { dashboard as english } from '#shared/i18n/en/dashboard.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { dashboard as korean } from '#shared/i18n/ko/dashboard.ts';

addWords('dashboard', { ko: korean, en: english });
