import { installation as en } from '#core/i18n/en/installation.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { installation as ko } from '#core/i18n/ko/installation.ts';

addWords('installation', { ko, en });
