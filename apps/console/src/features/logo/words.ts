import { logo as en } from '#core/i18n/en/logo.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { logo as ko } from '#core/i18n/ko/logo.ts';

addWords('logo', { ko, en });
