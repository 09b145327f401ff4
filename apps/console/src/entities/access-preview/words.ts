import { sight as en } from '#core/i18n/en/sight.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { sight as ko } from '#core/i18n/ko/sight.ts';

addWords('sight', { ko, en });
