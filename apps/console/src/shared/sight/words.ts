import { sight as en } from '#shared/i18n/en/sight.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { sight as ko } from '#shared/i18n/ko/sight.ts';

addWords('sight', { ko, en });
