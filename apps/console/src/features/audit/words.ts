import { audit as en } from '#core/i18n/en/audit.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { audit as ko } from '#core/i18n/ko/audit.ts';

addWords('audit', { ko, en });
