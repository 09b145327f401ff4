import { customMain as english } from '#core/i18n/en/custom-main.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { customMain as korean } from '#core/i18n/ko/custom-main.ts';
import '#entities/dashboard/words.ts';
import '#components/list/words.ts';
import '#components/range/range-words.ts';

addWords('customMain', { ko: korean, en: english });
