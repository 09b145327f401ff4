import { range as en } from '#core/i18n/en/range.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { range as ko } from '#core/i18n/ko/range.ts';

addWords('range', { ko, en });
