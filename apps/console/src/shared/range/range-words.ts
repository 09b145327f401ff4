import { range as en } from '#shared/i18n/en/range.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { range as ko } from '#shared/i18n/ko/range.ts';

addWords('range', { ko, en });
