import { customMain as english } from '#shared/i18n/en/custom-main.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { customMain as korean } from '#shared/i18n/ko/custom-main.ts';
import '#shared/dashboard/words.ts';
import '#shared/list/words.ts';
import '#shared/range/range-words.ts';

addWords('customMain', { ko: korean, en: english });
