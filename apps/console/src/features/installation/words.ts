import { installation as en } from '#shared/i18n/en/installation.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { installation as ko } from '#shared/i18n/ko/installation.ts';

addWords('installation', { ko, en });
