import { logo as en } from '#shared/i18n/en/logo.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { logo as ko } from '#shared/i18n/ko/logo.ts';

addWords('logo', { ko, en });
