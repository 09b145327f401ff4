import { dashboard as english } from '#core/i18n/en/dashboard.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { dashboard as korean } from '#core/i18n/ko/dashboard.ts';

addWords('dashboard', { ko: korean, en: english });
